/** Every rule there is, those that know most first: where two find the same, the first gives it its name. */
import {argumentPasswords} from './argument-passwords.ts';
import {environmentKeys, passwords, secrets} from './assignments.ts';
import {emails} from './emails.ts';
import {flagPasswords} from './flag-passwords.ts';
import {authorizations, cookies, dockerLogins} from './headers.ts';
import {homePaths, hyphenedHomes} from './home-paths.ts';
import {inserts} from './inserts.ts';
import {kubernetesSecrets} from './kubernetes.ts';
import {logins} from './logins.ts';
import {passwordPlaces, phrases} from './phrases.ts';
import {hereStrings, pipedPasswords} from './piped-passwords.ts';
import {encodedKeys, privateKeys, puttyKeys} from './private-keys.ts';
import type {Rule} from './rule.ts';
import {shortNames} from './short-names.ts';
import {tables} from './tables.ts';
import {terraformOutputs, terraformVariables} from './terraform.ts';
import {tokenFinder} from './token-finder.ts';
import {tokenRules} from './token-rules.ts';
import {urlPasswords} from './urls.ts';

export const rules: readonly Rule[] = [
	privateKeys,
	puttyKeys,
	encodedKeys,
	kubernetesSecrets,
	...tokenRules.map(tokenFinder),
	urlPasswords,
	authorizations,
	dockerLogins,
	logins,
	flagPasswords,
	cookies,
	passwords,
	secrets,
	environmentKeys,
	shortNames,
	phrases,
	passwordPlaces,
	pipedPasswords,
	hereStrings,
	argumentPasswords,
	tables,
	inserts,
	terraformVariables,
	terraformOutputs,
	emails,
	homePaths,
	hyphenedHomes,
];
