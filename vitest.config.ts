import {defineConfig} from 'vitest/config';

export default defineConfig({
	test: {
		include: ['test/**/*.test.{ts,tsx}'],
		testTimeout: 30_000,
		hookTimeout: 60_000,
		// Two cores: more workers than that only make the screens flicker.
		maxWorkers: 2,
	},
});
