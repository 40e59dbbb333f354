// Makes a home directory of thousands of sessions of all seven agents: the same every time, nothing of it real.
// `node bench/corpus/make-many.mjs DIR --sessions N --bytes B [--messages M] [--seed S]`
import fs from 'node:fs';
import path from 'node:path';
import {performance} from 'node:perf_hooks';
import {fileURLToPath} from 'node:url';
import {writeClaude} from './claude.mjs';
import {writeCodex, writeCodexNames} from './codex.mjs';
import {Conversation} from './conversation.mjs';
import {writeCopilot} from './copilot.mjs';
import {writeCursor} from './cursor.mjs';
import {writeGemini, writeGeminiProjects} from './gemini.mjs';
import {OpencodeStore} from './opencode.mjs';
import {writePi} from './pi.mjs';
import {makePlan, makeProjects} from './plan.mjs';
import {Prose} from './prose.mjs';
import {Random} from './random.mjs';
import {Vocabulary} from './words.mjs';

/** Raised whenever other files come out: a corpus of another version is made anew. */
const version = 2;
const spoken = new Set(['prompt', 'answer', 'output', 'input', 'thinking', 'deep', 'path']);

/**
 * Lays out `home` and returns what is in it; the same is written to `manifest.json` beside `home`. What is there already
 * with the same parameters is left as it is.
 */
export function makeMany(home, {sessions = 10_000, bytes = 2e9, messages = 1_000_000, seed = 20261116} = {}) {
	const parameters = {version, home: path.resolve(home), sessions, bytes, messages, seed};
	const manifestFile = path.join(home, '..', 'manifest.json');
	const known = readManifest(manifestFile);
	if (known && JSON.stringify(known.parameters) === JSON.stringify(parameters)) return known;
	fs.rmSync(manifestFile, {force: true});
	fs.rmSync(home, {recursive: true, force: true});
	fs.mkdirSync(home, {recursive: true});

	const begun = performance.now();
	const manifest = {parameters, ...lay(path.resolve(home), parameters)};
	manifest.seconds = (performance.now() - begun) / 1000;
	fs.writeFileSync(`${manifestFile}.new`, JSON.stringify(manifest));
	fs.renameSync(`${manifestFile}.new`, manifestFile);
	return manifest;
}

function readManifest(file) {
	try {
		return JSON.parse(fs.readFileSync(file, 'utf8'));
	} catch {
		return undefined;
	}
}

function lay(home, parameters) {
	const vocabulary = new Vocabulary(parameters.seed);
	const projects = makeProjects(vocabulary, parameters.seed);
	const plan = makePlan(parameters, projects);
	const store = new OpencodeStore(home);
	const writers = {
		claude: writeClaude,
		codex: writeCodex,
		gemini: writeGemini,
		cursor: writeCursor,
		pi: writePi,
		copilot: writeCopilot,
		opencode: (session, context) => store.write(session, context),
	};
	const pace = new Pace(plan, parameters);
	const files = [];
	const list = [];
	const subagents = [];
	for (const session of plan) {
		const random = new Random(parameters.seed, session.index * 2 + 1);
		const prose = new Prose(random, vocabulary, session.project.dialect, session.language);
		pace.aim(session);
		if (session.hasTitle) session.title = titleOf(session, prose);
		const converse = (of, more) =>
			new Conversation(random, prose, {
				time: of.time,
				base: of.project.path,
				scale: pace.scale,
				images: more?.isSubagent ? 0 : of.images,
				needles: of.needles.filter(({where}) => spoken.has(where)),
				...more,
			});
		const written = writers[session.agent](session, {home, converse, random, prose});
		const inner = written.subagents.reduce((sum, each) => sum + each.messages, 0);
		pace.count(session, written.bytes, written.talk.messages + inner);
		files.push(...written.files);
		subagents.push(...written.subagents.map(each => ({agent: session.agent, ...each})));
		list.push({
			agent: session.agent,
			id: session.id,
			path: written.file,
			bytes: written.bytes,
			prompts: written.talk.prompts + (written.shared ?? 0),
			messages: written.talk.messages,
			language: session.language,
			ended: written.end,
			...(session.title === undefined ? {} : {title: session.title.trim()}),
			...(session.forkOf === undefined ? {} : {forkOf: session.forkOf.id}),
		});
	}
	writeGeminiProjects(home, projects);
	writeCodexNames(home, plan);
	const databaseBytes = store.close();
	files.push(store.file);
	const fileBytes = files.reduce((sum, file) => sum + fs.statSync(file).size, 0);
	const largest = list.reduce((a, b) => (b.bytes > a.bytes ? b : a));
	return {
		sessions: list.length,
		bytes: fileBytes,
		messages: pace.messages,
		files,
		...needlesIn(plan, subagents),
		largest: {id: largest.id, path: largest.path},
		agents: perAgent(list, databaseBytes),
		subagents: subagents.map(({report, ...each}) => each),
		list,
	};
}

function titleOf(session, prose) {
	const needle = session.needles.find(({where}) => where === 'title');
	const title = prose.phrase(3, 8);
	return needle === undefined ? title : `${title} ${needle.word}`;
}

/**
 * Which sessions hold a needle. One of a sub-agent is in the sub-agent's own session, and in its parent's too where the
 * report that was handed back holds it. Needles of several words count for each of their words as well.
 */
function needlesIn(plan, subagents) {
	const needles = {};
	const needlePlaces = {};
	const add = (word, id, place) => {
		needles[word] ??= [];
		if (!needles[word].includes(id)) needles[word].push(id);
		needlePlaces[word] ??= place;
	};
	for (const session of plan)
		for (const {word, where} of session.needles) {
			const inner = where === 'subagent' ? subagents.find(({parent}) => parent === session.id) : undefined;
			const ids = inner ? [inner.id, ...(inner.report.includes(word) ? [session.id] : [])] : [session.id];
			for (const text of new Set([word, ...word.split(' ')]))
				for (const id of ids) add(text, id, {where, ...(inner ? {parent: session.id} : {})});
		}
	return {needles, needlePlaces};
}

function perAgent(list, databaseBytes) {
	const agents = {};
	for (const {agent, bytes, messages, prompts} of list) {
		agents[agent] ??= {sessions: 0, bytes: 0, messages: 0, prompts: 0};
		const own = agents[agent];
		own.sessions++;
		own.bytes += bytes;
		own.messages += messages;
		own.prompts += prompts;
	}
	if (agents.opencode) agents.opencode.bytes = databaseBytes;
	return agents;
}

/** Keeps the whole near the bytes and messages that were asked for, whatever single sessions come to. */
class Pace {
	bytes = 0;
	messages = 0;
	scale = 1;
	#weight;
	#left;
	#parameters;

	constructor(plan, parameters) {
		this.#parameters = parameters;
		this.#weight = plan.reduce((sum, {weight}) => sum + weight, 0);
		this.#left = plan.reduce((sum, {target = 0}) => sum - target, parameters.bytes);
	}

	/** How large the next session shall be, and how long tools' output in it. */
	aim(session) {
		session.target ??= Math.max(0, (this.#left * session.weight) / this.#weight);
		if (this.messages < 2000) return;
		// Output is about half of everything, so it must change twice as much as the whole shall.
		const wanted = (this.#parameters.bytes - this.bytes) / Math.max(1000, this.#parameters.messages - this.messages);
		const had = this.bytes / this.messages;
		this.scale = Math.min(6, Math.max(0.1, this.scale + 0.02 * (wanted / had - 1)));
	}

	count({weight}, bytes, messages) {
		this.bytes += bytes;
		this.messages += messages;
		this.#weight -= weight;
		if (weight > 0) this.#left -= bytes;
	}
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const {parseArgs} = await import('node:util');
	const text = {type: 'string'};
	const {positionals, values} = parseArgs({
		allowPositionals: true,
		options: {sessions: text, bytes: text, messages: text, seed: text},
	});
	const [home] = positionals;
	if (home === undefined) throw new Error('which directory?');
	const options = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
	if (options.messages === undefined && options.bytes !== undefined)
		options.messages = Math.round(options.bytes / 2000);
	const {sessions, bytes, messages, agents, subagents, seconds} = makeMany(home, options);
	console.log(
		`${sessions} sessions, ${subagents.length} sub-agents, ${(bytes / 1e6).toFixed(0)} MB, ${messages} messages, made in ${seconds.toFixed(1)} s`,
	);
	for (const [agent, own] of Object.entries(agents))
		console.log(
			`${agent.padEnd(9)} ${String(own.sessions).padStart(6)} sessions ${(own.bytes / 1e6).toFixed(1).padStart(8)} MB ${String(own.messages).padStart(8)} messages ${String(own.prompts).padStart(7)} prompts`,
		);
}
