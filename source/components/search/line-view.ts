import type {Line, Role, Span} from '../theme.ts';
import type {LineEditor} from './line-editor.ts';
import type {Ranges} from './ranges.ts';

export type LineView = {
	readonly editor: LineEditor;
	/** The cursor is drawn where one types. */
	readonly isTyping: boolean;
	/** What can not be understood. */
	readonly problems?: Ranges;
};

/** As much of a typed line as fits, from where it is scrolled to, with its cursor and its problems. */
export function lineView({editor, isTyping, problems = []}: LineView, columns: number): Line {
	const {clusters, first, cursor, text} = editor;
	const spans: Span[] = first > 0 ? [{text: '…', role: 'dim'}] : [];
	let room = columns - spans.length;
	let at = clusters.slice(0, first).reduce((sum, cluster) => sum + cluster.text.length, 0);
	for (const [index, cluster] of clusters.slice(first).entries()) {
		const isLast = first + index === clusters.length - 1;
		// The last column is the ellipsis where the text goes on, or the cursor behind it.
		if (cluster.width > room - (isLast && !isTyping ? 0 : 1)) {
			add(spans, '…', isTyping && at === cursor ? 'selection' : 'dim');
			return spans;
		}
		const isProblem = problems.some(([start, end]) => start <= at && at < end);
		add(spans, cluster.text, isTyping && at === cursor ? 'selection' : isProblem ? 'problem' : undefined);
		room -= cluster.width;
		at += cluster.text.length;
	}
	if (isTyping && cursor === text.length) add(spans, ' ', 'selection');
	return spans;
}

function add(spans: Span[], text: string, role: Role | undefined): void {
	const last = spans.at(-1);
	if (last && last.role === role) spans[spans.length - 1] = {text: last.text + text, role};
	else spans.push({text, role});
}
