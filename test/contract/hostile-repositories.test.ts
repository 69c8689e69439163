// What a repository says is run by nobody here. Each plant is first seen to run with plain git. Then everything that cmux does with
// git is done on planted repositories without the sandbox, in which no program could leave a trace; and the sandbox alone is tried
// with a call that runs a program.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { makeGit, type Git } from '../../src/adapters/git/git.ts'
import {
  makeHostileShop,
  makePlainPath,
  makeShopRepository,
  type HostileShop,
} from '../fixtures/hostile-shop.ts'
import { makeRepository, openRepository } from '../fixtures/git-repository.ts'
import { PLANTS, writeProgram } from '../fixtures/planted-commands.ts'
import { runCommand } from '../fixtures/run-command.ts'
import { makeTempFolder } from '../fixtures/temp-folder.ts'

const PATH = process.env['PATH'] ?? ''
const rows = Object.entries(PLANTS)

const nameOf = (row: string) => row.replaceAll(/[^a-z0-9]+/gi, '-')

/** A program for a row, and who has run so far. */
function makeTraps(folder: string) {
  const traces = join(folder, 'traces')
  mkdirSync(traces, { recursive: true })
  return {
    programOf(row: string): string {
      const program = join(folder, 'traps', nameOf(row))
      writeProgram(program, `echo ran > ${join(traces, nameOf(row))}`)
      return program
    },
    hasRun: (row: string) => existsSync(join(traces, nameOf(row))),
    list: () => readdirSync(traces),
  }
}

test('[S3] at least thirty places of a repository name a command that plain git runs', () => {
  using temp = makeTempFolder()
  const template = makeShopRepository(join(temp.path, 'template')).path
  const traps = makeTraps(temp.path)
  const ran = rows.filter(([row, { plant, trigger }], at) => {
    if (trigger === null) return false
    const path = join(temp.path, `shop-${at}`)
    cpSync(template, path, { recursive: true })
    const repository = openRepository(path)
    plant(repository, traps.programOf(row))
    trigger(repository)
    return traps.hasRun(row)
  })
  const silent = rows.filter((row) => !ran.includes(row)).map(([row]) => row)
  expect(silent).toEqual(rows.filter(([, { trigger }]) => trigger === null).map(([row]) => row))
  expect(ran.length).toBeGreaterThanOrEqual(30)
})

const GROUPS = [0, 1, 2]

type Where = readonly ('project' | 'workspace')[]

function plantAll(shop: HostileShop, names: readonly string[], where: Where) {
  const traps = makeTraps(shop.folder)
  for (const name of names) for (const place of where) PLANTS[name]?.plant(shop[place], traps.programOf(name))
  return traps
}

/** Who has run, and what was refused. */
async function tryAll(
  names: readonly string[],
  where: Where,
  how: 'doEverything' | 'doEachOnce' = 'doEachOnce',
) {
  using temp = makeTempFolder()
  using shop = await makeHostileShop(makePlainPath(join(temp.path, 'bin')))
  const traps = plantAll(shop, names, where)
  const refused = await shop[how]()
  return { ran: traps.list(), refused }
}

describe('[S3] whatever cmux does with git, none of them runs', () => {
  const together = rows.filter(([, { isAlone }]) => isAlone === undefined).map(([row]) => row)
  const alone = rows.filter(([, { isAlone }]) => isAlone === true).map(([row]) => row)
  const breaking = rows.filter(([, { isAlone }]) => isAlone === 'breaks').map(([row]) => row)

  test('planted all at once where they are in nobody’s way, and nothing is refused because of them', async () => {
    expect(await tryAll(together, ['project', 'workspace'], 'doEverything')).toEqual({ ran: [], refused: [] })
  })

  // Neighbours in the table often want the same key or the same file: they come into different groups.
  test.each(GROUPS)('planted in groups whose settings fit together: %i', async (group) => {
    const names = alone.filter((_, at) => at % GROUPS.length === group)
    expect(await tryAll(names, ['project', 'workspace'])).toMatchObject({ ran: [] })
  })

  test.each(breaking)('planted in the project: %s', async (row) => {
    expect(await tryAll([row], ['project'])).toMatchObject({ ran: [] })
  })

  test.each(breaking)('planted in a workspace: %s', async (row) => {
    expect(await tryAll([row], ['workspace'])).toMatchObject({ ran: [] })
  })
})

test('[S3] none of them runs when the command line looks at a checkout, with and without the sandbox', async () => {
  using temp = makeTempFolder()
  const template = makeShopRepository(join(temp.path, 'template')).path
  const traps = makeTraps(temp.path)
  const groups = [
    rows.filter(([, { isAlone }]) => isAlone === undefined),
    ...rows.filter(([, { isAlone }]) => isAlone !== undefined).map((row) => [row]),
  ]
  const checkouts = groups.map((group, at) => {
    const path = join(temp.path, `checkout-${at}`)
    cpSync(template, path, { recursive: true })
    for (const [row, { plant }] of group) plant(openRepository(path), traps.programOf(row))
    return path
  })
  const plain = makePlainPath(join(temp.path, 'bin'))
  for (const [name, path, which] of [
    ['plain', plain, checkouts],
    ['sandboxed', PATH, checkouts.slice(0, 2)],
  ] as const) {
    const env = { PATH: path, HOME: temp.path }
    const { stdout, stderr } = await runCommand(process.execPath, [HOST, join(temp.path, name), ...which], {
      env,
    })
    expect([stderr, traps.list()]).toEqual(['', []])
    // Only a repository that is none is refused.
    const refused = (JSON.parse(stdout) as string[]).filter(
      (text) => !text.includes('its objects and refs are in'),
    )
    expect(refused.filter((text) => text.startsWith(`${checkouts[0]}:`))).toEqual([])
  }
})

const HOST = fileURLToPath(new URL('../fixtures/run-host-git.ts', import.meta.url))

describe('[S3] the calls of git', () => {
  test('are all made by what the tests above do, and each runs in the sandbox', async () => {
    using temp = makeTempFolder()
    const started = join(temp.path, 'started')
    const bubblewrap = execFileSync('sh', ['-c', 'command -v bwrap'], { encoding: 'utf8' }).trim()
    writeProgram(join(temp.path, 'bin/bwrap'), `echo >> ${started}; exec ${bubblewrap} "$@"`)
    const seen: string[] = []
    const fixed: string[] = []
    const watch = (git: Git) => watchCalls(git, seen, fixed)
    using shop = await makeHostileShop(`${join(temp.path, 'bin')}:${PATH}`, watch)
    expect(await shop.doEverything()).toEqual([])
    await shop.makeOwn()
    expect(listCallSites().filter((site) => !seen.includes(site))).toEqual([])
    // One more: whether it works at all. A question whose answer can't change starts git the first time only.
    const repeated = fixed.length - new Set(fixed).size
    expect(readFileSync(started, 'utf8').length).toBe(seen.length - repeated + 1)
  })
})

const FOLDER = join(import.meta.dirname, '../../src/adapters/git')
const CALL = /\bgit\.(?:run|read|batch)\(/

/** `file:line` of each place in the source that calls git. */
function listCallSites(): string[] {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && name !== 'git.ts',
  )
  return files.flatMap((name) => {
    const lines = readFileSync(join(FOLDER, name), 'utf8').split('\n')
    return lines.flatMap((line, at) => (CALL.test(line) ? [`${basename(name)}:${at + 1}`] : []))
  })
}

function watchCalls(git: Git, seen: string[], fixed: string[]): Git {
  const note = () => {
    const frames = (new Error('where').stack ?? '').split('\n')
    const frame = frames.find((line) => line.includes('/src/adapters/git/') && !line.includes('/git.ts'))
    const [, name, line] = /([\w-]+\.ts):(\d+):\d+/.exec(frame ?? '') ?? []
    seen.push(`${name}:${line}`)
  }
  const noteCall = (...[{ gitDir }, args, options]: Parameters<Git['run']>) => {
    note()
    if (options?.isFixed === true) fixed.push(JSON.stringify([gitDir, args, options]))
  }
  return {
    ...git,
    run: (...call) => (noteCall(...call), git.run(...call)),
    read: (...call) => (noteCall(...call), git.read(...call)),
    batch: (...call) => (note(), git.batch(...call)),
  }
}

describe('[S3] a program that git runs in spite of all that', () => {
  const FSMONITOR = 'core.fsmonitor'

  /** As nobody calls it: git with the settings of a repository that somebody else wrote. */
  async function runHostile(path: string, folder: string, line: string): Promise<string> {
    const repository = makeRepository(join(folder, 'shop'))
    const program = join(repository.path, 'program')
    writeProgram(program, line)
    repository.git('config', FSMONITOR, program)
    const git = makeGit({ PATH: path }, join(folder, 'views'))
    const at = { gitDir: join(repository.path, '.git'), of: 'cmux', workTree: repository.path } as const
    const { stderr } = await git.run(at, ['status', '--porcelain'], {
      settings: [`core.fsmonitor=${program}`],
    })
    return stderr
  }

  test('can write nothing, and would without the sandbox', async () => {
    for (const [path, isWritten] of [
      [PATH, false],
      ['plain', true],
    ] as const) {
      using temp = makeTempFolder()
      const canary = join(temp.path, 'canary')
      const used = path === 'plain' ? makePlainPath(join(temp.path, 'bin')) : path
      await runHostile(
        used,
        temp.path,
        `echo ran > ${canary}; echo ran > ${join(temp.path, 'shop', 'mine')}; echo ran >&2`,
      )
      expect([existsSync(canary), existsSync(join(temp.path, 'shop', 'mine'))]).toEqual([
        isWritten,
        isWritten,
      ])
    }
  })

  test('sees no file beside the repository, no process and no service of the machine', async () => {
    using temp = makeTempFolder()
    writeFileSync(join(temp.path, 'token'), 'secret')
    const server = createServer((socket) => socket.end('hello')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const script = [
      `cat ${join(temp.path, 'token')} >&2`,
      'ls /root /home /proc >&2',
      `if (exec 3<>/dev/tcp/127.0.0.1/${port}); then echo reached >&2; fi`,
      'echo tried >&2',
    ]
    const stderr = await runHostile(PATH, temp.path, `exec bash -c '${script.join('; ')}'`)
    server.close()
    expect(stderr).toContain('tried')
    expect(stderr).not.toMatch(/^secret|^reached$/m)
    expect(stderr.match(/No such file or directory/g)?.length).toBeGreaterThanOrEqual(4)
    expect(stderr).toMatch(/Network is unreachable|Connection refused|Cannot assign/)
  })
})
