// Which sessions there are: whose, when, how large, in which language, and what is special about them.
import {plantNeedles} from './needles.mjs';
import {opencodeId} from './opencode.mjs';
import {Random} from './random.mjs';

export const shares = {claude: 0.45, codex: 0.25, gemini: 0.08, opencode: 0.08, cursor: 0.04, pi: 0.05, copilot: 0.05};

const last = Date.UTC(2026, 10, 14);
const first = Date.UTC(2025, 4, 14);
/** From here on the newest forms are written: what the agents changed last. */
const recent = {claude: Date.UTC(2026, 8, 15), codex: Date.UTC(2026, 5, 1)};
const largeShares = [
	{agent: 'claude', share: 0.03},
	{agent: 'codex', share: 0.025},
	{agent: 'claude', share: 0.02},
];
const projectCount = 60;

/** Projects have names of their own and words that are said there more often than elsewhere. */
export function makeProjects(vocabulary, seed) {
	const random = new Random(seed, 0x70726f);
	const names = new Set();
	while (names.size < projectCount)
		names.add(`${random.pick(vocabulary.wordList)}-${random.pick(vocabulary.wordList)}`);
	return [...names].map(name => ({
		name,
		path: `/home/user/code/${name}`,
		branch: random.chance(0.6) ? 'main' : `feature/${random.pick(vocabulary.wordList)}`,
		dialect: vocabulary.dialect(random),
	}));
}

export function makePlan({sessions: count, bytes, seed}, projects) {
	const random = new Random(seed, 0x706c61);
	const agents = countsOf(count);
	const sessions = [];
	for (const [agent, number] of Object.entries(agents))
		for (let at = 0; at < number; at++) sessions.push({agent, order: random.unit()});
	sessions.sort((a, b) => a.order - b.order);
	const step = (last - first) / count;
	for (const [index, session] of sessions.entries()) {
		const {agent} = session;
		const time = Math.floor(first + (index + random.unit() * 0.9) * step);
		// Some projects are worked on every day, some were touched once.
		const project = projects[Math.floor(random.unit() ** 2.2 * projects.length)];
		Object.assign(session, {
			index,
			time,
			project,
			id: idOf(agent, time, random),
			weight: Math.max(0.02, random.lognormal(1, 1.35)),
			language: languageOf(random.unit()),
			isRecent: recent[agent] !== undefined && time > recent[agent],
			images: random.chance(0.02) ? random.between(1, 2) : 0,
			subagents: 0,
			needles: [],
			hasTitle: agent === 'opencode' || random.chance({claude: 0.4, codex: 0.15, cursor: 0.8}[agent] ?? 0.25),
			titleKind: random.chance(0.4) ? 'custom' : 'generated',
			rewinds: agent === 'claude' && random.chance(0.015),
			compacts: agent === 'claude' && random.chance(0.02),
			hasTranscript: agent === 'cursor' && random.chance(0.4),
		});
		if (agent === 'claude' && random.chance(0.03)) session.subagents = random.between(1, 3);
		if (agent === 'codex' && session.isRecent && random.chance(0.04)) session.subagents = 1;
	}
	markLarge(sessions, bytes);
	markForks(sessions, random);
	plantNeedles(sessions, random);
	for (const session of sessions) {
		const has = where => session.needles.some(needle => needle.where === where);
		if (has('subagent')) {
			session.subagents = Math.max(1, session.subagents);
			if (session.agent === 'codex') session.isRecent = true;
		}
		if (has('title')) session.hasTitle = true;
	}
	return sessions;
}

function countsOf(count) {
	const counts = Object.fromEntries(Object.entries(shares).map(([agent, share]) => [agent, Math.round(count * share)]));
	counts.claude += count - Object.values(counts).reduce((sum, number) => sum + number, 0);
	return counts;
}

function idOf(agent, time, random) {
	if (agent === 'opencode') return opencodeId(time, random);
	return agent === 'codex' || agent === 'pi' ? random.uuid7(time) : random.uuid();
}

function languageOf(unit) {
	if (unit < 0.018) return 'japanese';
	if (unit < 0.03) return 'chinese';
	if (unit < 0.038) return 'cyrillic';
	return unit < 0.046 ? 'accented' : 'english';
}

/** Three are very large; they lie in the middle of the time, because they last for days. */
function markLarge(sessions, bytes) {
	for (const {agent, share} of largeShares) {
		const middle = Math.floor(sessions.length / 2);
		const session = sessions.slice(middle).find(each => each.agent === agent && !each.isLarge);
		Object.assign(session, {isLarge: true, target: bytes * share, weight: 0, language: 'english', rewinds: false});
	}
}

/** Some threads of Codex CLI were forked: the fork names the lines it shares and does not repeat them. */
function markForks(sessions, random) {
	const threads = sessions.filter(({agent, isRecent, isLarge}) => agent === 'codex' && isRecent && !isLarge);
	for (let at = 1; at < threads.length; at++) {
		const [origin, fork] = [threads[at - 1], threads[at]];
		if (!random.chance(0.03) || origin.forkOf) continue;
		Object.assign(origin, {isForked: true});
		Object.assign(fork, {forkOf: origin, project: origin.project, subagents: 0});
	}
}
