import {defineConfig} from 'vitest/config';

export default defineConfig({
	test: {
		include: ['test/**/*.test.{ts,tsx}'],
		// Only what hangs takes so long, however much else the machine has to do.
		testTimeout: 120_000,
		hookTimeout: 120_000,
		// One more than the cores we have in mind: tests of screens mostly wait.
		maxWorkers: 3,
	},
});
