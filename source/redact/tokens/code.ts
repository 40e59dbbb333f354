import type {TokenRule} from '../rule.ts';

/** Of places for code, packages and builds. */
export const codeTokens: readonly TokenRule[] = [
	{
		id: 'github-token',
		name: 'GitHub token',
		keywords: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
		pattern: /gh[pousr]_[A-Za-z\d]{36,255}/y,
	},
	{
		id: 'github-token',
		name: 'GitHub token',
		keywords: ['github_pat_'],
		pattern: /github_pat_[A-Za-z\d]{22}_[A-Za-z\d]{59}/y,
	},
	{
		id: 'gitlab-token',
		name: 'GitLab token',
		keywords: [
			'glpat-',
			'gldt-',
			'glrt-',
			'glft-',
			'glsoat-',
			'glcbt-',
			'glptt-',
			'glagent-',
			'gloas-',
			'glimt-',
			'glffct-',
		],
		pattern: /gl[a-z]{2,6}-[\w-]{20,100}(?:\.\d\d\.[a-z\d]{9})?/y,
	},
	{id: 'gitlab-token', name: 'GitLab token', keywords: ['GR1348941'], pattern: /GR1348941[\w-]{20,40}/y},
	{id: 'npm-token', name: 'npm token', keywords: ['npm_'], pattern: /npm_[A-Za-z\d]{36}(?!\w)/y},
	{
		id: 'npm-token',
		name: 'npm token',
		keywords: ['_authToken=', '_auth=', '_password='],
		pattern: /_(?:authToken|auth|password)=["']?(?<secret>[\w+/=.-]{16,400})/dy,
	},
	{id: 'pypi-token', name: 'PyPI token', keywords: ['pypi-AgE'], pattern: /pypi-AgE[\w-]{50,300}/y},
	{id: 'rubygems-key', name: 'RubyGems key', keywords: ['rubygems_'], pattern: /rubygems_[\da-f]{48}/y},
	{id: 'cargo-token', name: 'crates.io token', keywords: ['cio'], pattern: /cio[A-Za-z\d]{32}(?!\w)/y, entropy: 3.5},
	{id: 'nuget-key', name: 'NuGet key', keywords: ['oy2'], pattern: /oy2[a-z\d]{43}(?!\w)/y},
	{
		id: 'docker-token',
		name: 'Docker token',
		keywords: ['dckr_pat_', 'dckr_oat_'],
		pattern: /dckr_[po]at_[\w-]{27,40}/y,
	},
	{
		id: 'circleci-token',
		name: 'CircleCI token',
		keywords: ['CCIPAT_', 'CCIPRJ_'],
		pattern: /CCIP(?:AT|RJ)_[A-Za-z\d]{20,24}_[\da-f]{40}/y,
	},
	{id: 'buildkite-token', name: 'Buildkite token', keywords: ['bkua_'], pattern: /bkua_[\da-f]{40}/y},
	{id: 'sonar-token', name: 'Sonar token', keywords: ['sqa_', 'sqp_', 'squ_'], pattern: /sq[apu]_[\da-f]{40}(?!\w)/y},
	{id: 'bitbucket-token', name: 'Bitbucket token', keywords: ['ATBB'], pattern: /ATBB[A-Za-z\d]{32}(?!\w)/y},
	{
		id: 'atlassian-token',
		name: 'Atlassian token',
		keywords: ['ATATT3', 'ATCTT3'],
		pattern: /AT[AC]TT3[\w=-]{100,250}/y,
	},
	{id: 'postman-key', name: 'Postman key', keywords: ['PMAK-'], pattern: /PMAK-[\da-f]{24}-[\da-f]{34}/y},
];
