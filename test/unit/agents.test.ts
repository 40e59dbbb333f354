import {expect, it} from 'vitest';
import {agentIds} from '../../source/adapters/agents.ts';
import {adapters} from '../../source/adapters/registry.ts';

it('every adapter is named, in the same order', () => {
	expect(adapters.map(({agent}) => agent)).toEqual(agentIds);
});
