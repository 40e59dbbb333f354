// The peer of `list --json`: reads every file named in a list line by line and parses every line. Nothing else.
import fs from 'node:fs';

let records = 0;
for (const file of fs.readFileSync(process.argv[2], 'utf8').split('\n')) {
	if (file === '') continue;
	for (const line of fs.readFileSync(file, 'utf8').split('\n')) {
		if (line === '') continue;
		JSON.parse(line);
		records++;
	}
}
console.log(records);
