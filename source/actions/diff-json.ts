import type {SidesCompared} from '../compare/compare-sides.ts';
import type {Hunk} from '../compare/compare-steps.ts';
import type {ComparedSide} from '../compare/side.ts';
import type {Step} from '../compare/step.ts';
import {schemaVersion, sessionJson, tokensJson} from './session-json.ts';

/** What `diff --json` prints. */
export function diffJson({sides, summary, hunks, files}: SidesCompared) {
	return {
		schema_version: schemaVersion,
		left: sideJson(sides[0]),
		right: sideJson(sides[1]),
		summary: {
			equal: summary.equal,
			changed: summary.changed,
			only_left: summary.onlyLeft,
			only_right: summary.onlyRight,
			common_ancestor: summary.commonAncestor ?? null,
		},
		hunks: hunks.map(hunkJson),
		files: files.map(({path, status, patch}) => ({path, status, patch})),
	};
}

/** `compared` is about what is compared: the branch, where one was named. */
function sideJson({session, branch, facts}: ComparedSide) {
	const {tokens, cost} = facts.usage;
	return {
		...sessionJson(session),
		branch: branch ?? null,
		compared: {
			prompts: facts.prompts,
			tool_calls: facts.tools,
			errors: facts.errors,
			files: facts.files,
			models: facts.models,
			duration_ms: facts.durationMs ?? null,
			tokens: tokensJson(tokens),
			cost: cost ?? null,
		},
	};
}

function hunkJson(hunk: Hunk) {
	if (hunk.kind === 'equal')
		return {kind: 'equal', left: hunk.left.map(({id}) => id), right: hunk.right.map(({id}) => id)};
	if (hunk.kind === 'changed') return {kind: 'changed', left: stepJson(hunk.left), right: stepJson(hunk.right)};
	return {kind: hunk.kind === 'left' ? 'only_left' : 'only_right', steps: hunk.steps.map(stepJson)};
}

function stepJson({kind, id, timestamp, text, tool}: Step) {
	return {
		kind,
		id,
		timestamp: timestamp ?? null,
		text,
		tool: tool
			? {
					name: tool.name,
					universal: tool.universal,
					input: tool.input ?? null,
					output: tool.output ?? null,
					is_error: tool.isError,
				}
			: null,
	};
}
