/** What is known of each agent, loaded when it is wanted: none of it is needed to list or to read. */
import type {AgentId} from '../model/agent.ts';
import type {KnownSchema} from './notation.ts';
import {type Shape, shapesOf} from './shape.ts';

export type Known = {
	readonly versions: readonly string[];
	/** By kind of record. */
	readonly shapes: ReadonlyMap<string, Shape>;
};

const loaded = new Map<AgentId, Promise<Known>>();

/** undefined: nothing is known of this agent's records. */
export async function loadKnown(agent: AgentId): Promise<Known | undefined> {
	const load = loaders[agent];
	if (!load) return undefined;
	let known = loaded.get(agent);
	if (!known) {
		known = load().then(({default: schema}) => {
			const {versions, ...rest} = schema as KnownSchema;
			return {versions, shapes: shapesOf({versions, ...rest})};
		});
		loaded.set(agent, known);
	}
	return known;
}

const loaders: Readonly<Partial<Record<AgentId, () => Promise<{readonly default: unknown}>>>> = {
	claude: () => import('./known/claude.json', {with: {type: 'json'}}),
	codex: () => import('./known/codex.json', {with: {type: 'json'}}),
	gemini: () => import('./known/gemini.json', {with: {type: 'json'}}),
	opencode: () => import('./known/opencode.json', {with: {type: 'json'}}),
	cursor: () => import('./known/cursor.json', {with: {type: 'json'}}),
	pi: () => import('./known/pi.json', {with: {type: 'json'}}),
	copilot: () => import('./known/copilot.json', {with: {type: 'json'}}),
};
