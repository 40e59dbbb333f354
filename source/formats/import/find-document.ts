/** One document of a file that may hold several: by its id, by the beginning of it, or by its line. */
import type {Warning} from '../../model/warning.ts';
import {BadDocument, type OpenFormat, SeveralDocuments} from './open-format.ts';
import {type Document, type LinePlace, readDocuments} from './read-documents.ts';

/** Which one of a file: without a name, the only one. */
export type DocumentPlace = {readonly file: string; readonly name?: string};

export type FoundDocument = {
	readonly document: Document;
	/** What follows the `#` where there are others in the file; absent where there are none. */
	readonly name?: string;
	readonly warnings: readonly Warning[];
};

const mostNamed = 12;

export async function findDocument(formats: readonly OpenFormat[], place: DocumentPlace): Promise<FoundDocument> {
	const {file, name} = place;
	if (name === undefined) return findOnly(formats, file);
	return (
		(await findHolding(formats, file, name)) ??
		(await findOnLine(formats, file, name)) ??
		(await findLikely(formats, file, name))
	);
}

/** Of several documents only those are parsed that hold the id. */
async function findHolding(
	formats: readonly OpenFormat[],
	file: string,
	id: string,
): Promise<FoundDocument | undefined> {
	const damage = new Damage(file);
	const found: Document[] = [];
	let others = 0;
	const onPassedOver = () => {
		others++;
	};
	const holding = JSON.stringify(id).slice(1, -1);
	const options = {isLazy: true, holding, onPassedOver, onBadLine: damage.add};
	for await (const document of readDocuments(formats, file, options)) {
		if (document.format.idOf(document.value) !== id) others++;
		// Two are enough to know that the id is not.
		else if (found.push(document) > 1) return undefined;
	}
	const [document] = found;
	const isAlone = others + damage.lines === 0;
	return document && {document, name: isAlone ? undefined : id, warnings: damage.warnings()};
}

/** `ID@LINE`; the id may be left out, or be the beginning of one. */
async function findOnLine(
	formats: readonly OpenFormat[],
	file: string,
	name: string,
): Promise<FoundDocument | undefined> {
	const [, id, line] = /^(.*)@(\d{1,9})$/s.exec(name) ?? [];
	if (id === undefined) return undefined;
	let isAlone = true;
	const onPassedOver = () => {
		isAlone = false;
	};
	let found: Document | undefined;
	for await (const document of readDocuments(formats, file, {isLazy: true, line: Number(line), onPassedOver}))
		if (document.line !== undefined) found = document;
	const own = found?.format.idOf(found.value) ?? '';
	if (!found || !own.startsWith(id)) return undefined;
	return {document: found, name: isAlone ? undefined : `${own}@${line}`, warnings: []};
}

/** The only one whose id begins so, or the only one there is, if it has no id. */
async function findLikely(formats: readonly OpenFormat[], file: string, name: string): Promise<FoundDocument> {
	const {known, first, damage} = await survey(formats, file, id => id?.startsWith(name) ?? false);
	const names = namesOf(known);
	const isAlone = known.length + damage.lines === 1;
	if (isAlone && !first && known[0] && known[0].id === undefined) return findOnly(formats, file);
	if (!first) throw new BadDocument(damage.only(known) ?? `no session in it has the id ${name}${listed(names)}`);
	const likely = names.filter((_, at) => known[at]!.id?.startsWith(name));
	if (likely.length === 1) return {document: first, name: isAlone ? undefined : likely[0], warnings: damage.warnings()};
	const twins = known.filter(({id}) => id === name).length;
	const why = twins > 1 ? `${twins} sessions in it have the id ${name}` : `several sessions in it begin with ${name}`;
	throw new BadDocument(`${why}${listed(likely)}`);
}

async function findOnly(formats: readonly OpenFormat[], file: string): Promise<FoundDocument> {
	const {known, first, damage} = await survey(formats, file, () => true);
	if (!first) throw new BadDocument(damage.only(known) ?? 'there is no document in it');
	const names = namesOf(known);
	if (names.length > 1)
		throw new SeveralDocuments(
			`it holds ${names.length} sessions; add #ID to its name, with the id of one${listed(names)}`,
			names,
			damage.warnings(),
		);
	return {document: first, name: damage.lines === 0 ? undefined : names[0], warnings: damage.warnings()};
}

type Known = {readonly id?: string; readonly line?: number};

/** Everything that is in a file; of the documents, which may be large, only the first one that is wanted. */
async function survey(formats: readonly OpenFormat[], file: string, isWanted: (id: string | undefined) => boolean) {
	const damage = new Damage(file);
	const known: Known[] = [];
	let first: Document | undefined;
	for await (const document of readDocuments(formats, file, {isLazy: true, onBadLine: damage.add})) {
		const id = document.format.idOf(document.value);
		known.push({id, line: document.line});
		if (isWanted(id)) first ??= document;
	}
	return {known, first, damage};
}

/** Each one's id, with its line where that alone does not tell which one it is. */
function namesOf(known: readonly Known[]): string[] {
	const times = new Map<string | undefined, number>();
	for (const {id} of known) times.set(id, (times.get(id) ?? 0) + 1);
	return known.map(({id, line}) => (id !== undefined && times.get(id) === 1 ? id : `${id ?? ''}@${line}`));
}

function listed(names: readonly string[]): string {
	const rest = names.length > mostNamed ? ', …' : '';
	return names.length === 0 ? '' : `: ${names.slice(0, mostNamed).join(', ')}${rest}`;
}

/** The lines of a file that are no documents. */
class Damage {
	lines = 0;
	private readonly told: Warning[] = [];

	constructor(private readonly file: string) {}

	readonly add = ({message}: BadDocument, {line}: LinePlace): void => {
		this.lines++;
		if (this.told.length < mostNamed)
			this.told.push({path: this.file, message: `line ${line} was passed over: ${message}`});
	};

	warnings(): Warning[] {
		const rest = this.lines - this.told.length;
		if (rest === 0) return this.told;
		return [...this.told, {path: this.file, message: `${rest} more lines were passed over`}];
	}

	/** What is wrong with a file in which nothing is right. */
	only(known: readonly Known[]): string | undefined {
		return known.length === 0 ? this.told[0]?.message : undefined;
	}
}
