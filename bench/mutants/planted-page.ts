/** docs/planted-bugs.md, written from the list of bugs: `npm run bench -- planted write`. */
import type { Bug } from './planted/bug.ts'
import { PLANTED_BUGS } from './planted/bugs.ts'

export const PLANTED_PAGE = 'docs/planted-bugs.md'

const HEAD = `# Planted bugs

Bugs that somebody planted by hand and that no test saw at first, each with the test that has seen it since. \`npm run bench -- planted\` plants each of them again, in memory only, and wants the named test, and not only another, to fail with it and to pass without; with words it takes those that have one of them. They stand in \`bench/mutants/planted\`, from where this page is written (\`npm run bench -- planted write\`); \`src/architecture/planted-bugs.test.ts\` compares the two and looks for each test.

What is planted by a rule instead, over whole areas, is told by \`npm run bench -- mutants\` ([decision 70](decisions/0070-planted-bugs.md)).
`

export function plantedPage(): string {
  return [HEAD, ...Object.entries(PLANTED_BUGS).map(([area, bugs]) => section(area, bugs))].join('\n')
}

function section(area: string, bugs: readonly Bug[]): string {
  const rows = bugs.map(({ bug, file, test: [path, title] }) => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    return `| ${bug} | \`${file}\` | [${name}](../${path}) ${title} |`
  })
  return [`## ${area}`, '', '| bug | planted in | seen by |', '|---|---|---|', ...rows, ''].join('\n')
}
