import type {Call} from './call.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a call is about, where more can be said than its adapter does, which shows it beside its whole input. */
export function callSummary({universal, input}: Call, text: string): string {
	if (typeof input !== 'object' || input === null) return text;
	const fields = input as Fields;
	const {subagent_type: agent, pattern, path} = fields;
	// Which sort of sub-agent is asked stands before what it is asked; what is searched for before where.
	if (universal === 'task' && isWord(agent)) return `${agent}: ${text}`;
	const isSearch = universal === 'search' || universal === 'glob';
	if (isSearch && isWord(pattern) && isWord(path)) return `${pattern} in ${path}`;
	return text === '' ? (stepSummary(fields.todos ?? fields.plan) ?? questionIn(fields.questions)) : text;
}

/** The step that is being worked on, and how many are done. */
function stepSummary(list: unknown): string | undefined {
	if (!Array.isArray(list) || list.length === 0) return undefined;
	const steps = list.map((step: Fields | null) => step ?? {});
	const done = steps.filter(({status}) => status === 'completed').length;
	const current = steps.find(({status}) => status === 'in_progress');
	const words = current?.content ?? current?.step;
	return `${done} of ${steps.length} done${isWord(words) ? `, now: ${words}` : ''}`;
}

function questionIn(list: unknown): string {
	const [first] = Array.isArray(list) ? (list as Array<Fields | null>) : [];
	return isWord(first?.question) ? first.question : '';
}

function isWord(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}
