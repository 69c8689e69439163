// What came of the planted faults: a score for each file, the faults that no test noticed, and the explanations that are stale. Pure.

/** The part of Stryker's report that is read here. */
export interface StrykerReport {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Planted[] }>>
}

interface Planted {
  readonly mutatorName: string
  readonly replacement?: string
  readonly status: string
  readonly location: { readonly start: Spot; readonly end: Spot }
}

/** Both count from one. */
interface Spot {
  readonly line: number
  readonly column: number
}

/** A fault that no test noticed. */
interface Survivor {
  readonly file: string
  readonly line: number
  /** The line of the source in which it begins: a place that does not move with the lines above it. */
  readonly text: string
  readonly from: string
  readonly to: string
}

/** A survivor that changes nothing which could be tested. It counts as a survivor all the same. */
export interface Explained extends Omit<Survivor, 'line'> {
  readonly why: string
}

export interface FileScore {
  readonly file: string
  readonly mutants: number
  readonly killed: number
  readonly survivors: readonly Survivor[]
}

const KILLED: ReadonlySet<string> = new Set(['Killed', 'Timeout'])
/** The file could not even be loaded with it: as with a wrong type, no test is needed to find it, so it proves nothing. */
const INVALID: ReadonlySet<string> = new Set(['CompileError', 'RuntimeError'])

export function scoreFiles({ files }: StrykerReport): FileScore[] {
  return Object.entries(files).map(([file, { source, mutants }]) => {
    const valid = mutants.filter(({ status }) => !INVALID.has(status))
    const left = valid.filter(({ status }) => !KILLED.has(status))
    return {
      file,
      mutants: valid.length,
      killed: valid.length - left.length,
      survivors: left.map((mutant) => findPlace(file, source, mutant)).toSorted((a, b) => a.line - b.line),
    }
  })
}

function findPlace(file: string, source: string, { location, replacement, mutatorName }: Planted): Survivor {
  const lines = source.split('\n')
  const { start, end } = location
  const touched = lines.slice(start.line - 1, end.line)
  const last = touched.pop()?.slice(0, end.column - 1) ?? ''
  const from = [...touched, last].join('\n').slice(start.column - 1)
  const text = lines[start.line - 1]?.trim() ?? ''
  return { file, line: start.line, text, from: flatten(from), to: flatten(replacement ?? mutatorName) }
}

const flatten = (code: string) => code.replaceAll(/\s+/g, ' ').trim()

/** In percent. A file without a fault to plant has nothing that could be missed. */
export function percentOf({ mutants, killed }: Pick<FileScore, 'mutants' | 'killed'>): number {
  return mutants === 0 ? 100 : (killed / mutants) * 100
}

export function sumScores(scores: readonly FileScore[]): FileScore {
  return {
    file: 'all',
    mutants: scores.reduce((sum, { mutants }) => sum + mutants, 0),
    killed: scores.reduce((sum, { killed }) => sum + killed, 0),
    survivors: scores.flatMap(({ survivors }) => survivors),
  }
}

/** As a table of markdown. */
export function listScores(scores: readonly FileScore[]): string[] {
  return [
    '| file | mutants | killed | survived | score |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...[...scores, sumScores(scores)].map((score) => {
      const { file, mutants, killed, survivors } = score
      return `| ${file} | ${mutants} | ${killed} | ${survivors.length} | ${percentOf(score).toFixed(1)} % |`
    }),
  ]
}

export function listSurvivors(scores: readonly FileScore[], explained: readonly Explained[]): string[] {
  return sumScores(scores).survivors.map((survivor) => {
    const why = explained.find((row) => isSame(row, survivor))?.why
    const { file, line, from, to } = survivor
    return `${file}:${line} \`${from}\` became \`${to}\`${why === undefined ? '' : ` (explained: ${why})`}`
  })
}

/** Of the files that were looked at: those that explain nothing which survived. */
export function listStale(scores: readonly FileScore[], explained: readonly Explained[]): Explained[] {
  const { survivors } = sumScores(scores)
  const looked = new Set(scores.map(({ file }) => file))
  return explained.filter(
    (row) => looked.has(row.file) && !survivors.some((survivor) => isSame(row, survivor)),
  )
}

const isSame = (row: Explained, survivor: Survivor) =>
  row.file === survivor.file &&
  row.text === survivor.text &&
  row.from === survivor.from &&
  row.to === survivor.to
