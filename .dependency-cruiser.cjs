/**
 * The direction of dependencies, held by a check: a room may only look into the rooms named here.
 * ARCHITECTURE.md draws the same table.
 */
const rooms = {
	model: [],
	text: [],
	adapters: ['model', 'text'],
	// Secrets out of everything that leaves the program.
	redact: ['model', 'text'],
	// The open formats, in and out.
	formats: ['model', 'text', 'adapters'],
	// What we know of each agent's records, and what is new in a file.
	check: ['model', 'text', 'adapters', 'formats'],
	catalog: ['model', 'text', 'adapters', 'formats', 'check'],
	search: ['model', 'text', 'adapters', 'catalog'],
	compare: ['model', 'text'],
	actions: ['model', 'text', 'adapters', 'formats', 'redact', 'check', 'catalog', 'search', 'compare'],
	keymap: ['model', 'text', 'actions'],
	// What the user set, what is remembered of the last start, the log. Only cli and app look into it.
	config: ['model', 'text', 'keymap'],
	terminal: ['text'],
	components: ['model', 'text', 'search', 'compare', 'actions', 'keymap'],
};

const room = name => `^source/${name}/`;

module.exports = {
	forbidden: [
		...Object.entries(rooms).map(([name, allowed]) => ({
			name: `${name}-looks-only-down`,
			comment: `source/${name} may import ${allowed.join(', ') || 'nothing of ours'}; see ARCHITECTURE.md`,
			severity: 'error',
			from: {path: room(name)},
			to: {path: '^source/', pathNot: [name, ...allowed].map(room)},
		})),
		{
			name: 'no-circular',
			severity: 'error',
			from: {},
			to: {circular: true, viaOnly: {dependencyTypesNot: ['type-only']}},
		},
		{
			name: 'model-is-pure',
			comment: 'the model does no I/O and needs no package',
			severity: 'error',
			from: {path: room('model')},
			to: {dependencyTypes: ['core', 'npm', 'npm-dev']},
		},
		{
			name: 'commands-start-without-the-screen',
			comment: 'only the screen itself loads Ink and React; lists and commands must start without them',
			severity: 'error',
			from: {path: '^source/', pathNot: ['^source/app\\.tsx$', room('components'), room('terminal')]},
			to: {path: 'node_modules/(ink|react)/'},
		},
		{
			name: 'app-is-loaded-late',
			comment: 'cli.tsx reaches the screen through a dynamic import only',
			severity: 'error',
			from: {path: '^source/', pathNot: ['^source/app\\.tsx$', room('components')]},
			to: {path: ['^source/app\\.tsx$', room('components')], dynamic: false},
		},
	],
	options: {
		tsPreCompilationDeps: true,
		tsConfig: {fileName: 'tsconfig.json'},
		doNotFollow: {path: 'node_modules'},
		enhancedResolveOptions: {exportsFields: ['exports'], conditionNames: ['import', 'node', 'default']},
	},
};
