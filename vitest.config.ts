import {defineConfig} from 'vitest/config';

export default defineConfig({
	test: {
		include: ['test/**/*.test.{ts,tsx}'],
		testTimeout: 30_000,
		hookTimeout: 60_000,
		// One more than the cores we have in mind: tests of screens mostly wait.
		maxWorkers: 3,
	},
});
