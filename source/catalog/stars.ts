/** The sessions a user marked with a star. Not in the catalogue: that one may be deleted, these may not. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {underLock} from './under-lock.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Starred = {readonly agent: string; readonly id: string};

/** Where the program keeps what the user did with it. */
export function stateFolder(env: Environment = process.env): string {
	const named = env.XDG_STATE_HOME;
	const base =
		named && path.isAbsolute(named)
			? named
			: process.platform === 'win32'
				? (env.LOCALAPPDATA ?? path.join(os.homedir(), 'AppData', 'Local'))
				: path.join(os.homedir(), '.local', 'state');
	return path.join(base, 'recollect');
}

export class Stars {
	private readonly file: string;
	private keys: Set<string>;

	constructor(folder = stateFolder()) {
		this.file = path.join(folder, 'stars.json');
		this.keys = this.readIfPossible() ?? new Set();
	}

	readonly has = ({agent, id}: Starred): boolean => this.keys.has(`${agent}:${id}`);

	/** Sets or takes away; tells which. Throws where it can't be written. */
	toggle({agent, id}: Starred): boolean {
		const key = `${agent}:${id}`;
		fs.mkdirSync(path.dirname(this.file), {recursive: true, mode: 0o700});
		return underLock(`${this.file}.lock`, () => {
			// Another recollect may have set some since.
			const keys = this.read();
			const isSet = !keys.delete(key);
			if (isSet) keys.add(key);
			this.write(keys);
			this.keys = keys;
			return isSet;
		});
	}

	/** Reads again what another process, or another thread, may have written. */
	reload(): void {
		this.keys = this.readIfPossible() ?? this.keys;
	}

	private readIfPossible(): Set<string> | undefined {
		try {
			return this.read();
		} catch {
			return undefined;
		}
	}

	/** Throws where something is there and can't be read: it must not be written over. */
	private read(): Set<string> {
		const text = fs.existsSync(this.file) ? fs.readFileSync(this.file, 'utf8') : '';
		const value = tryParse(text.trim() || '[]');
		if (!Array.isArray(value)) throw new Error(`${this.file} is not a list of sessions; move it away to begin anew`);
		return new Set(value.filter(each => typeof each === 'string'));
	}

	private write(keys: ReadonlySet<string>): void {
		const temporary = `${this.file}.${process.pid}`;
		fs.writeFileSync(temporary, `${JSON.stringify([...keys].sort(), null, '\t')}\n`, {mode: 0o600});
		fs.renameSync(temporary, this.file);
	}
}

function tryParse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
