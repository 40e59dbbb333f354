import type {FileHandle} from 'node:fs/promises';
import {expect, it} from 'vitest';
import {Shipping} from '../../source/actions/shipping.ts';

const large = 16 * 1024 * 1024;

function fakeFile(ship: () => Promise<void>) {
	const asked: string[] = [];
	const file = {
		datasync: () => {
			asked.push('part');
			return ship();
		},
		sync: async () => {
			asked.push('all');
		},
	} as unknown as FileHandle;
	return {file, asked};
}

it('ships a large file on the way, one shipment at a time, and the rest at the end', async () => {
	let arrive = () => {};
	const shipped = new Promise<void>(resolve => {
		arrive = resolve;
	});
	const {file, asked} = fakeFile(() => shipped);
	const shipping = new Shipping(file);
	shipping.add(large - 1);
	expect(asked).toEqual([]);
	shipping.add(1);
	shipping.add(large);
	expect(asked).toEqual(['part']);
	arrive();
	await shipping.finish();
	expect(asked).toEqual(['part', 'all']);
});

it('does not forget what was lost on the way, although the disk tells of it only once', async () => {
	const {file} = fakeFile(() => Promise.reject(new Error('the disk is broken')));
	const shipping = new Shipping(file);
	shipping.add(large);
	await new Promise(resolve => setTimeout(resolve, 1));
	await expect(shipping.finish()).rejects.toThrow('the disk is broken');
});
