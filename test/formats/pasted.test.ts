/** What was pasted from a terminal is a log, even where some of its lines look like Markdown. */
import {describe, expect, it} from 'vitest';
import {printedProse, prose, quotedProse} from '../../source/formats/markdown/prose.ts';

const failure = ['___ test_reading ___', '', '    # nothing was read', '   ```', '>   assert 1 == 2', '   ```', ''];
const log = (bytes: number) => {
	const lines = ['=== FAILURES ==='];
	while (lines.join('\n').length < bytes) lines.push(...failure);
	return lines.join('\n').trimEnd();
};

const source = (text: string) => `\`\`\`\`markdown\n${text}\n\`\`\`\`\n`;

describe('a log', () => {
	const long = log(10_000);

	it('of ten kilobytes that was typed into a prompt is shown as it is', () => {
		const quoted = source(long)
			.trimEnd()
			.split('\n')
			.map(line => `> ${line}`.trimEnd());
		expect(quotedProse(long).trimEnd().split('\n')).toEqual(quoted);
	});

	it('that a program printed is shown as it is', () => {
		expect(printedProse(long)).toBe(source(long));
	});

	it('is Markdown in an answer, and where it is short', () => {
		for (const text of [prose(long), printedProse(log(1000)), quotedProse(log(1000))])
			expect(text).not.toContain('````markdown');
	});
});
