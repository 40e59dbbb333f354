/** A page in a real browser: search, folding, branches, phone and desk, light and dark, without network and without script. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import type {Browser, BrowserContextOptions, Page} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {adapterFor} from '../../source/adapters/registry.ts';
import {writeHtml} from '../../source/formats/html/write-html.ts';
import {chromiumPath} from '../helpers/chromium.ts';
import {collect} from '../helpers/claude-session.ts';
import {type Told, toldSession} from '../helpers/told-session.ts';
import {written} from '../helpers/written-session.ts';

const demo = path.join(import.meta.dirname, '..', '..', 'fixtures', 'demo');
const forked = 'ad5cd0c1-aa08-427c-8ec8-d8cc5349a6e6';

describe.runIf(chromiumPath !== undefined)('in a browser', () => {
	let browser: Browser;
	let folder: string;
	let file: string;

	beforeAll(async () => {
		const {chromium} = await import('playwright-core');
		browser = await chromium.launch({executablePath: chromiumPath, args: ['--no-sandbox']});
		folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recollect-test-'));
		file = path.join(folder, 'session.html');
		const claude = adapterFor('claude');
		const {sessions} = await claude.discover({path: demo, env: {}});
		const history = await claude.history(sessions.find(({id}) => id === forked)!);
		fs.writeFileSync(file, await written(history, writeHtml, claude.name, 'all'));
	});

	afterAll(async () => {
		await browser?.close();
		fs.rmSync(folder, {recursive: true, force: true});
	});

	/** Opens it and watches: nothing may be asked of the network, and nothing may go wrong. */
	async function open(options: BrowserContextOptions = {}, name = file): Promise<{page: Page; troubles: string[]}> {
		const context = await browser.newContext({viewport: {width: 1200, height: 800}, ...options});
		const page = await context.newPage();
		const troubles: string[] = [];
		page.on('console', message => troubles.push(message.text()));
		page.on('pageerror', error => troubles.push(String(error)));
		page.on('request', request => {
			if (!/^(?:file|data):/.test(request.url())) troubles.push(request.url());
		});
		await page.goto(pathToFileURL(name).href);
		return {page, troubles};
	}

	const count = (page: Page) => page.locator('.bar output').textContent();

	it('search finds, counts, goes on and back, and unfolds what it finds', async () => {
		const {page, troubles} = await open();
		await page.keyboard.press('/');
		await page.keyboard.type('PROXY_READ_TIMEOUT');
		// A slow machine looks for the first letters before the last ones were typed.
		await expect.poll(() => page.locator('.bar input').getAttribute('data-asked')).toBe('PROXY_READ_TIMEOUT');
		await expect.poll(() => count(page)).toMatch(/^0\/\d+$/);
		const total = Number((await count(page))!.split('/')[1]);
		expect(total).toBeGreaterThan(2);
		await page.keyboard.press('Enter');
		expect(await count(page)).toBe(`1/${total}`);
		await page.keyboard.press('Enter');
		expect(await count(page)).toBe(`2/${total}`);
		await page.keyboard.press('Shift+Enter');
		expect(await count(page)).toBe(`1/${total}`);
		await page.locator('.bar .previous').click();
		expect(await count(page)).toBe(`${total}/${total}`);
		// Somewhere in an output, which was folded.
		await page.locator('.bar input').fill('expected 2 attempts');
		const output = page.locator('details.tool', {hasText: 'expected 2 attempts'});
		expect(await output.getAttribute('open')).toBeNull();
		await page.keyboard.press('Enter');
		expect(await output.getAttribute('open')).toBe('');
		const place = await page.evaluate(
			`(() => { const [range] = CSS.highlights.get('here'); const {top} = range.getBoundingClientRect(); return [range.toString(), top > 0 && top < innerHeight]; })()`,
		);
		expect(place).toEqual(['expected 2 attempts', true]);
		await page.locator('.bar input').fill('nowhere to be found');
		await expect.poll(() => count(page)).toBe('none');
		expect(troubles).toEqual([]);
	});

	it('folds and unfolds, one and all', async () => {
		const {page} = await open();
		const openOnes = () => page.locator('details[open]:not(.side)').count();
		const all = await page.locator('details:not(.side)').count();
		const before = await openOnes();
		const thinking = page.locator('details.think').first();
		await thinking.locator('summary').click();
		expect(await openOnes()).toBe(before + 1);
		await page.locator('.bar .fold').click();
		expect(await openOnes()).toBe(all);
		await page.locator('.bar .fold').click();
		expect(await openOnes()).toBe(0);
	});

	it('shows the side of a fork that is chosen, the active one at first; search goes to the other', async () => {
		const {page, troubles} = await open();
		const prompts = () => page.locator('.prompt .text:visible').allTextContents();
		const buttons = page.locator('.fork button');
		expect(await buttons.count()).toBe(2);
		expect(await buttons.nth(1).getAttribute('aria-pressed')).toBe('true');
		const active = await prompts();
		expect(active).toHaveLength(3);
		await buttons.nth(0).click();
		const other = await prompts();
		expect(other[0]).toBe(active[0]);
		expect(other.slice(1)).not.toEqual(active.slice(1));
		expect(await page.locator('.outline li:visible').count()).toBe(other.length);
		// Words of a side that is not shown now.
		await page.locator('.bar input').fill('still hangs on CI');
		await page.keyboard.press('Enter');
		await page.keyboard.press('Enter');
		expect(await prompts()).toEqual(active);
		expect(await buttons.nth(1).getAttribute('aria-pressed')).toBe('true');
		expect(troubles).toEqual([]);
	});

	it('a fork within a fork', async () => {
		const told: Told[] = [
			{kind: 'user', text: 'one', id: 'a'},
			{kind: 'assistant', text: 'answer one', id: 'b', parent: 'a'},
			{kind: 'user', text: 'left', id: 'c', parent: 'b'},
			{kind: 'assistant', text: 'answer left', id: 'd', parent: 'c'},
			{kind: 'user', text: 'left of left', id: 'e', parent: 'd'},
			{kind: 'user', text: 'right of left', id: 'f', parent: 'd'},
			{kind: 'user', text: 'right', id: 'g', parent: 'b'},
			{kind: 'assistant', text: 'answer right', id: 'h', parent: 'g'},
		];
		const nested = path.join(folder, 'nested.html');
		fs.writeFileSync(nested, (await collect(writeHtml(toldSession(told, {branch: 'all'})))).join(''));
		const {page, troubles} = await open({}, nested);
		const prompts = () => page.locator('.prompt .text:visible').allTextContents();
		expect(await prompts()).toEqual(['one', 'right']);
		await page.locator('.fork button', {hasText: 'left'}).first().click();
		expect((await prompts()).slice(0, 2)).toEqual(['one', 'left']);
		await page.locator('.fork button:visible', {hasText: 'right of left'}).last().click();
		expect(await prompts()).toEqual(['one', 'left', 'right of left']);
		await page.locator('.fork button:visible', {hasText: 'left of left'}).last().click();
		expect(await prompts()).toEqual(['one', 'left', 'left of left']);
		expect(troubles).toEqual([]);
	});

	it('fits a phone', async () => {
		const {page, troubles} = await open({viewport: {width: 390, height: 844}, isMobile: true, hasTouch: true});
		await page.locator('.bar .fold').click();
		const [inside, screen] = (await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')) as number[];
		expect(inside).toBeLessThanOrEqual(screen!);
		expect(screen).toBe(390);
		expect(await page.locator('.outline').isVisible()).toBe(false);
		await page.locator('.bar .menu').click();
		await page.locator('.outline li:visible a').last().click();
		expect(await page.locator('.outline').isVisible()).toBe(false);
		await expect.poll(async () => (await page.locator('#prompt-1').boundingBox())!.y).toBeLessThan(0);
		expect(troubles).toEqual([]);
	});

	it('copies code', async () => {
		const {page} = await open({permissions: ['clipboard-read', 'clipboard-write']});
		const code = page.locator('.answer pre').first();
		await code.hover();
		await code.locator('.copy').click();
		await expect.poll(() => code.locator('.copy').textContent()).toBe('Copied');
		expect(await page.evaluate('navigator.clipboard.readText()')).toContain(
			'for (const client of server.clients) client.ping();',
		);
	});

	it.each(['light', 'dark'] as const)('can be read: %s', async colorScheme => {
		const {page} = await open({colorScheme});
		await page.locator('.bar .fold').click();
		expect(await page.evaluate(weakContrasts)).toEqual([]);
		await page.locator('.bar .theme').click();
		expect(await page.evaluate('document.documentElement.dataset.theme')).toBe(
			colorScheme === 'light' ? 'dark' : 'light',
		);
		expect(await page.evaluate(weakContrasts)).toEqual([]);
	});

	it('is whole without script', async () => {
		const {page} = await open({javaScriptEnabled: false});
		expect(await page.locator('.bar').isVisible()).toBe(false);
		expect(await page.locator('.prompt .text:visible').count()).toBe(3);
		await page.locator('details.side > summary').first().click();
		expect(await page.locator('.prompt .text:visible').count()).toBeGreaterThan(3);
		expect(await page.locator('.outline').isVisible()).toBe(true);
	});

	it('runs nothing that a session says', async () => {
		const evil = '</script><script>document.title="owned"</script><img src=x onerror="document.title=\'owned\'">';
		const told: Told[] = (['user', 'assistant', 'thinking', 'system', 'title', 'unknown'] as const).map(kind => ({
			kind,
			text: evil,
		}));
		const hostile = path.join(folder, 'hostile.html');
		const exported = toldSession(told);
		fs.writeFileSync(
			hostile,
			(await collect(writeHtml({...exported, session: {...exported.session, title: `x${evil}`, cwd: evil}}))).join(''),
		);
		const {page, troubles} = await open({}, hostile);
		expect(await page.title()).toContain('</script>');
		expect(await page.locator('img').count()).toBe(0);
		expect(troubles).toEqual([]);
		// Even if something of it were markup, the page's policy would not let it run.
		await page.evaluate(
			`document.body.insertAdjacentHTML('beforeend', '<img src="https://example.invalid/x.png" onerror="document.title=1">')`,
		);
		await expect.poll(() => troubles.join(' ')).toContain('Content Security Policy');
	});
});

/** Texts whose colour is too near to what is behind it: less than 4.5 to 1. */
const weakContrasts = `(() => {
	const parse = colour => (colour.match(/[\\d.]+/g) ?? []).map(Number);
	const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
	const behind = element => {
		for (let at = element; at; at = at.parentElement) {
			const colour = parse(getComputedStyle(at).backgroundColor);
			if (colour.length < 4 || colour[3] > 0.99) return colour;
		}
		return [255, 255, 255];
	};
	const weak = new Set();
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let node = walker.nextNode(); node; node = walker.nextNode()) {
		const element = node.parentElement;
		if (node.data.trim() === '' || !element.checkVisibility()) continue;
		const [a, b] = [light(parse(getComputedStyle(element).color)), light(behind(element))].sort((x, y) => y - x);
		const ratio = (a + 0.05) / (b + 0.05);
		if (ratio < 4.5) weak.add(element.tagName + '.' + element.className + ' ' + ratio.toFixed(2) + ' ' + node.data.trim().slice(0, 20));
	}
	return [...weak];
})()`;
