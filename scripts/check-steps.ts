import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { projectEnvironment, root, runQuietly } from './command.js'

const colours: Record<string, string> = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: '0' }

export type Outcome = {
  readonly passed: number
  readonly failed: number
  readonly summary: string
  /** Shown below the line. */
  readonly output?: string
  /** How long each test file took. */
  readonly files?: readonly TestFile[]
}

export type TestFile = { readonly path: string; readonly seconds: number; readonly hasFailed: boolean }

/** A program whose exit code is the verdict: one check. */
export async function programStep(program: string, args: readonly string[]): Promise<Outcome> {
  const { code, output } = await runQuietly(program, [...args])
  if (code === 0) return { passed: 1, failed: 0, summary: 'passed' }
  return { passed: 0, failed: 1, summary: 'failed', output: lastLines(output) }
}

/** One Vitest project, or some files of it, counted test by test. */
export async function testStep(
  project: string,
  environment: Record<string, string> = {},
  only: readonly string[] = [],
): Promise<Outcome> {
  const counts = join(root, 'test-results', 'counts', `${project}-${Object.keys(environment).length}.json`)
  const { code, output } = await runQuietly(
    'vitest',
    [
      'run',
      '--project',
      project,
      '--passWithNoTests',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${counts}`,
      ...only,
    ],
    { env: projectEnvironment({ ...environment, ...colours }) },
  )
  const report = await readReport(counts)
  // A file that cannot be loaded, or an error outside every test, fails the run without failing a test.
  const failed = report.failed > 0 ? report.failed : Number(code !== 0)
  const skipped = report.skipped > 0 ? `, ${report.skipped} skipped` : ''
  const summary = `${report.passed} passed, ${failed} failed${skipped}`
  const { passed, files } = report
  return { passed, failed, summary, files, ...(failed > 0 ? { output: lastLines(output) } : {}) }
}

/** More than this is no chance. */
const MOST_UNSTEADY = 2

/**
 * A project that draws, or talks to servers and browsers: where a file or two failed they run once more, alone. What
 * passes then counts, and is named with all that the first run said, to be mended; a real fault fails twice.
 */
export async function testStepTwice(
  project: string,
  environment: Record<string, string> = {},
  run: typeof testStep = testStep,
): Promise<Outcome> {
  const first = await run(project, environment)
  const failing = (first.files ?? []).filter(({ hasFailed }) => hasFailed).map(({ path }) => path)
  if (failing.length === 0 || failing.length > MOST_UNSTEADY) return first
  const second = await run(project, environment, failing)
  if (second.failed > 0 || second.passed === 0) return first
  return {
    ...first,
    passed: first.passed + first.failed,
    failed: 0,
    summary: `${first.passed + first.failed} passed, ${first.failed} of them only when run again: unsteady: ${failing.join(', ')}`,
  }
}

type Report = {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly files: readonly TestFile[]
}

async function readReport(path: string): Promise<Report> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return { passed: 0, failed: 0, skipped: 0, files: [] }
  const report = JSON.parse(text) as {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    testResults: {
      name: string
      status: string
      startTime: number
      endTime: number
      assertionResults: unknown[]
    }[]
  }
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests,
    files: report.testResults.map(({ name, status, startTime, endTime }) => ({
      path: relative(root, name),
      seconds: (endTime - startTime) / 1_000,
      hasFailed: status === 'failed',
    })),
  }
}

function lastLines(output: string): string {
  const lines = output.trimEnd().split('\n')
  return lines.length <= 300 ? lines.join('\n') : ['…', ...lines.slice(-300)].join('\n')
}
