import fs from 'node:fs';
import path from 'node:path';
import {check} from 'recheck';
import ts from 'typescript';
import {describe, expect, it} from 'vitest';
import {Redactor} from '../../source/redact/redactor.ts';
import {rules} from '../../source/redact/rules.ts';
import {tokenRules} from '../../source/redact/token-rules.ts';

const folder = path.join(import.meta.dirname, '..', '..', 'source', 'redact');

/** Every pattern that is written down anywhere in the room, so that none can be forgotten. */
function patternsInSource(): Array<{place: string; source: string; flags: string}> {
	const files = fs.readdirSync(folder, {recursive: true, encoding: 'utf8'}).filter(name => name.endsWith('.ts'));
	return files.flatMap(name => {
		const file = ts.createSourceFile(
			name,
			fs.readFileSync(path.join(folder, name), 'utf8'),
			ts.ScriptTarget.Latest,
			true,
		);
		const found: Array<{place: string; source: string; flags: string}> = [];
		const visit = (node: ts.Node): void => {
			if (ts.isRegularExpressionLiteral(node)) {
				const end = node.text.lastIndexOf('/');
				const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
				found.push({place: `${name}:${line}`, source: node.text.slice(1, end), flags: node.text.slice(end + 1)});
			}
			node.forEachChild(visit);
		};
		visit(file);
		return found;
	});
}

/**
 * Long repetitions without their end: whoever takes no time then takes none with it, and it is told a hundred times as
 * fast. An exact number of times more than a few is a few.
 */
function withoutBounds(source: string): string {
	return source.replace(/\{(\d+)(?:,(\d+))?\}/g, (all, least, most) => {
		if (most === undefined) return Number(least) > 2 ? '{2}' : all;
		return Number(most) > 24 ? `{${Math.min(Number(least), 2)},}` : all;
	});
}

/** How long the pattern as it is takes for a text, wherever in it it may begin. */
function milliseconds(source: string, flags: string, text: string): number {
	const pattern = new RegExp(source, flags.replace('y', 'g'));
	const begun = performance.now();
	pattern.test(text);
	return performance.now() - begun;
}

describe('patterns', () => {
	it('are sticky and begin where their keyword does', () => {
		for (const {id, pattern, keywords} of tokenRules) {
			expect(pattern.flags, id).toContain('y');
			expect(pattern.source.includes('<secret>'), id).toBe(pattern.flags.includes('d'));
			for (const keyword of keywords) expect(keyword.length, `${id} ${keyword}`).toBeGreaterThanOrEqual(3);
		}
	});

	it('have ids that fit into a placeholder', () => {
		for (const {id} of rules) expect(id).toMatch(/^[a-z\d]+(?:-[a-z\d]+)*$/);
	});

	it('never backtrack for long', {timeout: 240_000}, async () => {
		const slow: string[] = [];
		const patterns = patternsInSource();
		expect(patterns.length).toBeGreaterThan(130);
		for (const {place, source, flags} of patterns) {
			const known = flags.replace('d', '');
			const result = await check(withoutBounds(source), known, {timeout: 20_000});
			if (result.status === 'safe') continue;
			// It looks for an attack at random and by a clock, and for longer repetitions than there are: one has to work.
			const isDoubtful = result.status === 'vulnerable' && result.complexity.type === 'polynomial';
			if (isDoubtful && milliseconds(source, known, result.attack.string) < 200) continue;
			slow.push(`${place} ${result.status} /${source}/${flags}`);
		}
		expect(slow).toEqual([]);
	});
});

/** Beginnings of secrets that never become one, as close together as can be. */
function nearMisses(keyword: string): string[] {
	const fill = (piece: string) => piece.repeat(Math.ceil(100_000 / piece.length)).slice(0, 100_000);
	return [
		fill(keyword),
		fill(`${keyword} `),
		fill(`-${keyword}`),
		fill(`${keyword}=`),
		fill(`${keyword},`),
		fill(`${keyword}\t`),
		fill(`${keyword}:"`),
		fill(`${keyword}\\n`),
		fill(`"${keyword}": "aB3`),
		fill(`${keyword}aB3dE6gH9jK2mN5pQ8sT1vW4!`),
		fill(`${keyword}.${keyword}-0f1e2d3c4b5a69788796a5b4c3d2e1f0 \n`),
		keyword + fill('a'),
		keyword + fill('0f'),
		keyword + fill('aB3-_'),
		`${keyword}=${fill('x1.')}`,
		`${keyword}: ${fill('\\')}`,
		fill('a') + keyword,
		fill('0f.-') + keyword,
		`${fill(' ')}${keyword}${fill('\n')}`,
	];
}

describe('near misses', () => {
	it('take no longer than any text, for every keyword', {timeout: 240_000}, () => {
		const whole = ['-----BEGIN RSA PRIVATE KEY-----', 'Bearer ', 'curl -u a:', 'https://a:'];
		const keywords = new Set([...rules.flatMap(rule => rule.keywords.slice(0, 1)), ...whole, 'a@', '@a.', 'a@a.']);
		const slow: string[] = [];
		for (const keyword of keywords)
			for (const [number, text] of nearMisses(keyword).entries()) {
				const redactor = new Redactor({homePaths: true});
				const before = process.cpuUsage();
				redactor.text(text);
				// Of the processor: the machine may be busy with something else.
				const took = process.cpuUsage(before).user / 1000;
				if (took > 1500) slow.push(`${keyword} (${number}): ${took.toFixed(0)} ms`);
			}
		expect(slow).toEqual([]);
	});

	it('take no longer where every private key begins and none ends', () => {
		const before = process.cpuUsage();
		new Redactor().text('---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ---- '.repeat(100_000));
		expect(process.cpuUsage(before).user / 1e6).toBeLessThan(2);
	});
});
