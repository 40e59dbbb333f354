/** What is new in files, each kind of change once: how often it was met, where first, and what it looks like. */
import type {AgentId} from '../model/agent.ts';
import type {Warning} from '../model/warning.ts';
import {sanitizeLine} from '../text/sanitize.ts';
import {describeShape} from './describe-shape.ts';
import {namesOfTypes, typeBitOf} from './notation.ts';
import type {Shape} from './shape.ts';
import type {Report} from './walk.ts';

export type FindingCode =
	| 'UNKNOWN_TYPE'
	| 'NEW_FIELD'
	| 'TYPE_MISMATCH'
	| 'MISSING_FIELD'
	/** A record that is no JSON, is cut off, or could not be read for another reason. */
	| 'DAMAGED'
	/** A document of an open format that breaks a rule of it. */
	| 'INVALID';

export type FirstPlace = {
	readonly file: string;
	/** The first is 1. Filled in when everything was read. */
	line?: number;
	readonly offset?: number;
	/** Of a database: the table and the row's own name. */
	readonly row?: string;
};

export type Finding = {
	readonly code: FindingCode;
	/** Or the open format. */
	readonly agent: AgentId;
	/** The version that wrote the first of them, where the files tell. */
	readonly version?: string;
	/** The types of records it was met in. */
	readonly records: readonly string[];
	/** `$.message.content[]<text>.citations` */
	readonly path: string;
	readonly count: number;
	readonly first: FirstPlace;
	/** Types and sizes, never what somebody wrote. */
	readonly example: string;
};

type Group = Omit<Finding, 'count' | 'records'> & {count: number; readonly records: Set<string>};

/** A file that is something else altogether must not fill the memory. */
const mostGroups = 1000;
const longestName = 60;

export class Findings implements Report {
	/** Set before each record. */
	file = '';
	offset: number | undefined;
	row: string | undefined;
	agent: Finding['agent'] = '';
	version: string | undefined;
	/** Kinds of changes there was no room for. */
	untold = 0;
	private readonly groups = new Map<string, Group>();
	/** The same by shape, which is quicker to ask. */
	private readonly found = new Map<Shape, Map<string, Group>>();

	get size(): number {
		return this.groups.size;
	}

	unknownType(shape: Shape, name: string, value: object): void {
		this.count(shape, `type ${name}`, () => {
			const shown = shortName(name);
			const example = `${shown === '' ? `no ${shape.by}` : `"${shown}"`}: ${describeShape(value)}`;
			return this.add('UNKNOWN_TYPE', `${shape.path}.${shape.by}`, {mark: shown, example});
		});
	}

	newField(shape: Shape, key: string, value: unknown): void {
		this.count(shape, `field ${key}`, () =>
			this.add('NEW_FIELD', `${shape.path}.${shortName(key)}`, {example: describeShape(value)}),
		);
	}

	typeMismatch(shape: Shape, value: unknown): void {
		const found = namesOfTypes(typeBitOf(value));
		this.count(shape, `value ${found}`, () => {
			const example = `${describeShape(value)}; known is ${namesOfTypes(shape.types)}`;
			return this.add('TYPE_MISMATCH', shape.path, {mark: found, example});
		});
	}

	missingField(shape: Shape, key: string): void {
		this.count(shape, `missing ${key}`, () =>
			this.add('MISSING_FIELD', `${shape.path}.${key}`, {example: 'every known record has it'}),
		);
	}

	damage({path, offset, message}: Warning): void {
		const text = sanitizeLine(message);
		// The same trouble, whatever its numbers.
		const mark = text.replace(/\d+/g, '#');
		this.tally(this.add('DAMAGED', '$', {mark, example: text, first: {file: path, offset}}));
	}

	/** A rule of an open format that a document breaks: the same rule in every element of a list is one finding. */
	invalid(path: string, message: string, offset: number): void {
		const text = sanitizeLine(message);
		const example = `${sanitizeLine(path)} ${text}`;
		const first = {file: this.file, offset};
		this.tally(this.add('INVALID', path.replace(/\[\d+\]/g, '[]'), {mark: text, example, first}));
	}

	list(): Finding[] {
		return [...this.groups.values()].map(group => ({...group, records: [...group.records].sort()}));
	}

	/** Where one record is not as we know it, a hundred thousand are: what was found before is only counted. */
	private count(shape: Shape, key: string, find: () => Group | undefined): void {
		let own = this.found.get(shape);
		if (!own) {
			own = new Map();
			this.found.set(shape, own);
		}
		let group = own.get(key);
		if (!group) {
			group = find();
			if (group) {
				own.set(key, group);
				if (shape.record !== '') group.records.add(shape.record);
			}
		}
		this.tally(group);
	}

	private tally(group: Group | undefined): void {
		if (group) group.count++;
		else this.untold++;
	}

	/** The group it belongs to; undefined: there is no room for another. */
	private add(
		code: FindingCode,
		path: string,
		{mark = '', example, first}: {readonly mark?: string; readonly example: string; readonly first?: FirstPlace},
	): Group | undefined {
		const key = `${this.agent}\n${code}\n${path}\n${mark}`;
		const known = this.groups.get(key);
		if (known || this.groups.size >= mostGroups) return known;
		const {agent, version, file, offset, row} = this;
		const place = first ?? {file, offset, row};
		const group: Group = {code, agent, version, records: new Set(), path, count: 0, first: place, example};
		this.groups.set(key, group);
		return group;
	}
}

/** Names come out of files: a key may be anything. */
function shortName(name: string): string {
	const line = sanitizeLine(name);
	return line.length > longestName ? `${line.slice(0, longestName)}…` : line;
}
