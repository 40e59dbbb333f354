/** Which values filters may take on this machine. */
import type {KnownSessions} from './known-sessions.ts';
import type {Vocabulary} from './worker/messages.ts';

const mostValues = 200;

export function vocabularyOf(known: KnownSessions): Vocabulary {
	known.update();
	const counts = {agent: new Map(), project: new Map(), branch: new Map(), model: new Map(), tool: new Map()} as const;
	const add = (values: Map<string, number>, value: string | undefined) => {
		if (value !== undefined && value !== '') values.set(value, (values.get(value) ?? 0) + 1);
	};
	for (const {ref, session, text} of known.all) {
		add(counts.agent, ref.agent);
		add(counts.project, session?.cwd?.split(/[\\/]/).filter(Boolean).at(-1));
		add(counts.branch, session?.gitBranch);
		for (const model of session?.models ?? text?.models ?? []) add(counts.model, model);
		for (const tool of text?.tools ?? []) add(counts.tool, tool);
	}
	return Object.fromEntries(
		Object.entries(counts).map(([name, values]: [string, Map<string, number>]) => [
			name,
			[...values]
				.sort((a, b) => b[1] - a[1])
				.slice(0, mostValues)
				.map(([value]) => value),
		]),
	);
}
