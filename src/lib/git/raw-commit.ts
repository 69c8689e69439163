// A commit as git stores it, taken apart and put together again. The text is latin1, a character a byte, so that every name and
// message stays as it was. Pure.

export interface RawCommit {
  readonly tree: string
  readonly parents: readonly string[]
  /** `Name <address> seconds zone`. */
  readonly author: string
  /** Of the message, when it is not UTF-8. */
  readonly encoding: string | undefined
  /** A signature holds for these bytes only, so a commit that is made anew has none. */
  readonly isSigned: boolean
  readonly message: string
}

export interface NamedCommit extends RawCommit {
  readonly id: string
}

function parseRawCommit(text: string): RawCommit {
  const end = text.indexOf('\n\n')
  const head = end < 0 ? text : text.slice(0, end)
  const rows = head.split('\n').filter((line) => !line.startsWith(' '))
  const all = (key: string) =>
    rows.filter((row) => row.startsWith(`${key} `)).map((row) => row.slice(key.length + 1))
  return {
    tree: all('tree')[0] ?? '',
    parents: all('parent'),
    author: all('author')[0] ?? '',
    encoding: all('encoding')[0],
    isSigned: rows.some((row) => /^gpgsig(?:-sha256)? /.test(row)),
    message: end < 0 ? '' : text.slice(end + 2),
  }
}

export function composeRawCommit(
  commit: Omit<RawCommit, 'isSigned'> & { readonly committer: string },
): string {
  const { tree, parents, author, committer, encoding, message } = commit
  return [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${author}`,
    `committer ${committer}`,
    ...(encoding === undefined ? [] : [`encoding ${encoding}`]),
    '',
    message,
  ].join('\n')
}

/** What `git cat-file --batch` printed: each commit under the name that it was asked for by. */
export function parseCommitBatch(text: string): ReadonlyMap<string, NamedCommit> {
  const found = new Map<string, NamedCommit>()
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at)
    const [, id, size] = /^([0-9a-f]+) commit (\d+)$/.exec(text.slice(at, end)) ?? []
    if (id === undefined) throw new Error(`no commit: ${text.slice(at, end)}`)
    const begin = end + 1
    found.set(id, { id, ...parseRawCommit(text.slice(begin, begin + Number(size))) })
    at = begin + Number(size) + 1
  }
  return found
}
