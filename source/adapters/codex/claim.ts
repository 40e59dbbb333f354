import type {Claim} from '../adapter.ts';
import {forms} from './form.ts';
import type {Survey} from './survey.ts';

/** What is known of some nodes that their own records do not tell, at the moment they are looked at; to be compared. */
export class ClaimMaker {
	private text = '';

	constructor(private readonly survey: Survey) {}

	add(node: number): void {
		const {survey} = this;
		this.text += forms.indexOf(survey.formOf(node));
		if (survey.kindOf(node) === 'compaction')
			this.text += JSON.stringify(survey.compactions.find(each => each.node === node));
	}

	finish(): Claim {
		return Buffer.from(this.text);
	}
}

/** The same of all nodes from one to another. */
export function claimOf(survey: Survey, [first, end]: readonly [number, number]): Claim {
	const claim = new ClaimMaker(survey);
	for (let node = first; node < end; node++) claim.add(node);
	return claim.finish();
}
