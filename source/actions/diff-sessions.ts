import {compareFiles, type FileComparison} from '../compare/compare-files.ts';
import {type Comparison, compareSteps, type Hunk} from '../compare/compare-steps.ts';
import {outcomeOf} from '../compare/outcome.ts';
import type {Step} from '../compare/step.ts';
import {compact, plural} from '../text/figures.ts';
import {sanitize, sanitizeLine} from '../text/sanitize.ts';
import {clock} from '../text/times.ts';
import {cut} from '../text/width.ts';
import {type ComparedSide, readSide} from './compared-side.ts';
import type {Context, Output} from './context.ts';
import {hunkLines} from './diff-lines.ts';
import {schemaVersion, sessionJson} from './session-json.ts';

/** `diff`: what two sessions, or two branches, have in common, where they part, and which files each would leave. */
export async function* diffSessions(context: Context, left: string, right: string): Output {
	const sides = [await readSide(context, left), await readSide(context, right)] as const;
	const comparison = compareSteps(sides[0].steps, sides[1].steps);
	const files = compareFiles(...(sides.map(({steps, session}) => outcomeOf(steps, session.cwd)) as [never, never]));
	const {summary} = comparison;
	const isSame = summary.changed + summary.onlyLeft + summary.onlyRight === 0;
	context.ends?.(isSame ? 0 : 1);
	if (context.json) yield asJson(sides, comparison, files);
	else {
		yield headOf(context, sides, comparison, files);
		if (context.flags.files) yield* filesAsText(context, files);
		else if (!context.flags.stat) for (const hunk of comparison.hunks) yield hunkLines(hunk, context);
	}
}

type Sides = readonly [ComparedSide, ComparedSide];

function headOf(context: Context, sides: Sides, {summary}: Comparison, files: readonly FileComparison[]): string {
	const {paint, columns} = context;
	const [left, right] = sides.map((side, at) => sideLines(side, at === 0 ? 'A' : 'B', context));
	const differing = files.filter(({status}) => status !== 'same').length;
	const facts = [
		`${plural(summary.equal, 'step')} the same`,
		`${summary.changed} changed`,
		`${summary.onlyLeft} only in A`,
		`${summary.onlyRight} only in B`,
		files.length > 0 ? `${plural(files.length, 'file')} written, ${differing} of them otherwise` : '',
	];
	const common = commonUntil(sides, summary.commonAncestor);
	return `${left}${right}${paint('dim', cut(facts.filter(Boolean).join(' · '), columns))}\n${common === '' ? '' : `${paint('fork', common)}\n`}\n`;
}

function sideLines({session, branch, steps}: ComparedSide, name: string, {paint, columns}: Context): string {
	const title = sanitizeLine(session.title ?? '(no title)');
	const id = `${session.id.slice(0, 8)}${branch === undefined ? '' : `@${branch}`}`;
	const prompts = steps.filter(({kind}) => kind === 'prompt').length;
	const tools = steps.filter(({tool}) => tool).length;
	const errors = steps.filter(({tool}) => tool?.isError).length;
	const {input = 0, output = 0, cacheCreation = 0} = session.tokens ?? {};
	const facts = [
		plural(prompts, 'prompt'),
		plural(tools, 'tool call'),
		errors > 0 ? plural(errors, 'error') : '',
		input + output + cacheCreation > 0 ? `${compact(input + output + cacheCreation)} tokens` : '',
		sanitizeLine((session.models ?? []).join(', ')),
	];
	return `${name} ${paint('agent', session.agent)} ${id}  ${paint('title', cut(title, Math.max(20, columns - 24)))}\n  ${paint('dim', facts.filter(Boolean).join(' · '))}\n`;
}

function commonUntil([left]: Sides, id: string | undefined): string {
	const at = id === undefined ? -1 : left.steps.findIndex(step => step.id === id);
	if (at < 0) return '';
	const prompts = left.steps.slice(0, at + 1).filter(({kind}) => kind === 'prompt').length;
	const time = clock(left.steps[at]!.timestamp);
	return `common until prompt ${prompts}${time === '' ? '' : ` (${time})`}`;
}

async function* filesAsText({paint}: Context, files: readonly FileComparison[]): Output {
	if (files.length === 0) yield 'Neither of them wrote a file that can be told.\n';
	for (const {path, status, patch} of files) {
		yield `${paint('title', sanitizeLine(path))}  ${paint('dim', statusNames[status])}\n`;
		for (const line of sanitize(patch).split('\n')) {
			if (line === '' || /^(?:===|---|\+\+\+)/.test(line)) continue;
			yield `${line.startsWith('+') ? paint('good', line) : line.startsWith('-') ? paint('error', line) : paint('dim', line)}\n`;
		}
	}
}

const statusNames = {
	same: 'the same',
	changed: 'differs',
	only_left: 'only A writes it',
	only_right: 'only B writes it',
	partial: 'partial: only the changes are known, not the file',
} as const;

function asJson(sides: Sides, {hunks, summary}: Comparison, files: readonly FileComparison[]): string {
	const [left, right] = sides.map(({session, branch}) => ({...sessionJson(session), branch: branch ?? null}));
	return `${JSON.stringify({
		schema_version: schemaVersion,
		left,
		right,
		summary: {
			equal: summary.equal,
			changed: summary.changed,
			only_left: summary.onlyLeft,
			only_right: summary.onlyRight,
			common_ancestor: summary.commonAncestor ?? null,
		},
		hunks: hunks.map(hunkJson),
		files: files.map(({path, status, patch}) => ({path, status, patch})),
	})}\n`;
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
