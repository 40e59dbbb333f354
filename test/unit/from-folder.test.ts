import {expect, it} from 'vitest';
import {fromFolder} from '../../source/text/calls/from-folder.ts';

const folder = '/home/dev/shop';

it.each([
	['/home/dev/shop/src/a.ts', 'src/a.ts'],
	['/home/dev/shop/src/a.ts, /home/dev/shop/漢字.md', 'src/a.ts, 漢字.md'],
	['TODO in /home/dev/shop/.github', 'TODO in .github'],
	['no such file: "/home/dev/shop/x"', 'no such file: "x"'],
])('%s is shown as %s', (text, shown) => {
	expect(fromFolder(text, folder)).toBe(shown);
});

it.each([
	'/home/dev/shop/',
	'"/home/dev/shop/"',
	'/home/dev/shop',
	'/home/dev/shopping/a.ts',
	'/backup/home/dev/shop/a.ts',
	'C:/home/dev/shop/a.ts',
	'/home/dev/shop/:/src',
	'/home/dev/shop/ /other',
])('%s stays as it is', text => {
	expect(fromFolder(text, folder)).toBe(text);
});

it('of a folder with a short name nothing but its own paths is shortened', () => {
	expect(fromFolder('/private/tmp/x.ts and /var/tmp/cache', '/tmp')).toBe('/private/tmp/x.ts and /var/tmp/cache');
	expect(fromFolder('/tmp/x.ts', '/tmp')).toBe('x.ts');
	expect(fromFolder('/etc/hosts', '/')).toBe('/etc/hosts');
	expect(fromFolder('/etc/hosts', '')).toBe('/etc/hosts');
});
