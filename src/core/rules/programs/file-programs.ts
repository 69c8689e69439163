// Programs that do one thing with the paths they are given. A word that is no path (a pattern, a number) is taken for one in
// the current folder, which is harmless.
import {
  hasOption,
  mentions,
  optionValues,
  plainArgs,
  type Call,
  type Found,
  type Program,
} from '../program.ts'

interface Row {
  readonly names: string
  readonly does: (call: Call) => readonly Found[]
}

const NOTHING = `echo printf true false : test [ [[ (( pwd date whoami id uname hostname sleep seq expr basename dirname which
  type nproc uptime free df tput clear wait jobs bg fg return exit break continue shift umask tty groups locale cal
  ps pgrep mktemp let getopts read mapfile readarray unset ulimit yes factor tsort history times dirs logname users who w
  numfmt shuf getconf lscpu lsblk stty vmstat sw_vers`

const READ = `cat head tail less more wc nl tac rev cut paste join comm fold fmt column diff cmp md5sum sha1sum sha224sum sha256sum
  sha384sum sha512sum cksum b2sum sum file stat od hexdump strings readlink realpath ls dir vdir base64 base32 tr expand
  unexpand bat zcat bzcat xzcat zless tailf diff3 sdiff pr iconv pathchk namei shellcheck xmllint jsonlint nm objdump
  readelf size ldd otool`

const WRITE = `touch mkdir tee truncate csplit chmod chown chgrp mkfifo patch gzip gunzip bzip2 bunzip2 xz unxz zstd
  unzstd sponge dos2unix unix2dos setfacl xattr unzip`

const ROWS: readonly Row[] = [
  { names: NOTHING, does: () => [] },
  { names: READ, does: ({ args }) => mentions('read', pathsOf(args)) },
  { names: WRITE, does: ({ args }) => mentions('write', pathsOf(args)) },
  { names: 'rm rmdir unlink shred', does: ({ args }) => mentions('delete', plainArgs(args)) },
  { names: 'tree du', does: ({ args }) => [...mentions('search', pathsOf(args)), ...outputs(args, '-o')] },
  {
    names: 'grep egrep fgrep zgrep',
    does: ({ args }) => searchText(args, hasOption(args, '-r', '-R', '--recursive')),
  },
  {
    names: 'rg ag ack',
    does: (call) => [...searchText(call.args, true), ...runsOther(call.args, '--pre', '--pager')],
  },
  { names: 'jq yq', does: ({ args }) => readAfterText(args, '-f', '--from-file') },
  {
    names: 'sort',
    does: ({ args }) => [...readOrWrite(args, '-o', '--output'), ...runsOther(args, '--compress-program')],
  },
  {
    names: 'split',
    does: ({ args }) => [...mentions('write', pathsOf(args)), ...runsOther(args, '--filter')],
  },
  { names: 'uniq xxd', does: ({ args }) => lastWritten(args, 'read') },
  { names: 'cp install', does: ({ args }) => lastWritten(args, 'search') },
  { names: 'ln', does: ({ args }) => linked(args) },
  { names: 'mv', does: ({ args }) => moved(args) },
  { names: 'dd', does: ({ args }) => copied(args) },
  { names: 'tar zip bsdtar', does: ({ args }) => packed(args) },
]

export const FILE_PROGRAMS: ReadonlyMap<string, Program> = new Map(
  ROWS.flatMap(({ names, does }) => names.split(/\s+/).map((name) => [name, does] as const)),
)

type Args = Call['args']

function pathsOf(args: Args): Args {
  return [...plainArgs(args), ...optionValues(args)]
}

/** The first word is what to look for, unless an option brings it. */
function readAfterText(args: Args, ...options: readonly string[]): Found[] {
  const plain = plainArgs(args)
  return mentions('read', [...(hasOption(args, ...options) ? plain : plain.slice(1)), ...optionValues(args)])
}

function searchText(args: Args, isDeep: boolean): Found[] {
  const found = readAfterText(args, '-e', '-f', '--regexp', '--file', '--files')
  return isDeep ? found.map((item) => ('word' in item ? { ...item, kind: 'search' } : item) as Found) : found
}

function readOrWrite(args: Args, ...options: readonly string[]): Found[] {
  return mentions(hasOption(args, ...options) ? 'write' : 'read', pathsOf(args))
}

function outputs(args: Args, ...options: readonly string[]): Found[] {
  return hasOption(args, ...options) ? mentions('write', plainArgs(args)) : []
}

function runsOther(args: Args, ...options: readonly string[]): Found[] {
  return hasOption(args, ...options) ? [{ kind: 'unknown', note: 'starts another program by an option' }] : []
}

/** `-t DIR` names the last one first. */
function lastWritten(args: Args, others: 'read' | 'search'): Found[] {
  const plain = plainArgs(args)
  if (hasOption(args, '-t', '--target-directory')) return mentions('write', pathsOf(args))
  if (plain.length < 2) return mentions(others, plain)
  return [...mentions(others, plain.slice(0, -1)), ...mentions('write', plain.slice(-1))]
}

/** Whoever can write to a link can write to where it leads; a hard one hides that from every later look. */
function linked(args: Args): Found[] {
  return mentions('write', pathsOf(args))
}

function moved(args: Args): Found[] {
  const plain = plainArgs(args)
  if (hasOption(args, '-t', '--target-directory')) return mentions('delete', pathsOf(args))
  return [...mentions('delete', plain.slice(0, -1)), ...mentions('write', plain.slice(-1))]
}

function copied(args: Args): Found[] {
  return args.flatMap((word): Found[] => {
    if (word.text === null) return [{ kind: 'write', word }]
    const [key, ...rest] = word.text.split('=')
    const value = { ...word, text: rest.join('=') }
    if (key === 'of') return [{ kind: 'write', word: value }]
    return key === 'if' ? [{ kind: 'read', word: value }] : []
  })
}

const PACKER_RUNS =
  /^(-I|-F|--to-command|--use-compress|--checkpoint|--info-script|--new-volume|--rsh|--rmt|-TT|--unzip-command)/

/** Which of the words is the archive depends on too much: all of them count as written and as looked through. */
function packed(args: Args): Found[] {
  const plain = pathsOf(args)
  const runs = args.some(({ text }) => text === null || PACKER_RUNS.test(text))
  return [
    ...mentions('search', plain),
    ...mentions('write', plain),
    ...(runs ? [{ kind: 'unknown', note: 'may start another program' } as const] : []),
    ...(hasOption(args, '-P', '--absolute-names')
      ? [{ kind: 'unknown', note: 'may write to any place' } as const]
      : []),
  ]
}
