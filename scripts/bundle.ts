// Builds what runs: dist/ with one file a program, the front end, and a manifest that names it by its content.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import { build, type BuildOptions, type Plugin } from 'esbuild'
import { observeSource } from '../src/host/build/observe-source.ts'

/**
 * `import { readFile } from 'node:fs'` makes Node build an ES facade that touches every lazy export: measured 5 ms for fs and 40 ms for http,
 * a whole process start. `getBuiltinModule` hands out the module itself. esbuild in turn would copy all of its names for each file that
 * imports it; so an import gets a module that reads only those names that the program uses.
 */
const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:/ }, ({ path, kind }) => ({
      path,
      namespace: kind === 'require-call' ? 'required-builtin' : 'builtin',
    }))
    onLoad({ filter: /.*/, namespace: 'required-builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)})`,
    }))
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({ contents: importBuiltin(path) }))
  },
}

/**
 * "pure" tells esbuild that a name which nobody imports can go, getter and all. What is left is named after what it reads, so that another
 * Node with more names builds the same bytes.
 */
function importBuiltin(path: string): string {
  const names = Object.keys(process.getBuiltinModule(path) ?? {}).filter((name) => /^[A-Za-z]\w*$/.test(name))
  const exported = names
    .filter((name) => name !== 'default')
    .map(
      (name) =>
        `const own_${name} = /* @__PURE__ */ (() => builtin.${name})()\nexport { own_${name} as ${name} }`,
    )
  return [
    `const builtin = process.getBuiltinModule(${JSON.stringify(path)})`,
    'export default builtin',
    ...exported,
  ].join('\n')
}

/** It notes in which line it was asked for, and for that V8 counts all lines of a program of 6 MB: 6 ms of each start. Nothing of ours is deprecated. */
const noDeprecations: Plugin = {
  name: 'no-deprecations',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^depd$/ }, ({ path }) => ({ path, namespace: 'no-deprecations' }))
    onLoad({ filter: /.*/, namespace: 'no-deprecations' }, () => ({
      contents: 'module.exports = () => () => undefined',
    }))
  },
}

/** Reading it takes longer than any verb, and two of them need it: in the command line it is a file of its own, read when it is used. */
const zodApart: Plugin = {
  name: 'zod-apart',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^zod$/ }, ({ path }) => ({ path, namespace: 'apart' }))
    onLoad({ filter: /.*/, namespace: 'apart' }, () => ({
      contents: "module.exports = require('./zod.cjs')",
    }))
  },
}

/** What a build was made from: a commit, or a commit and edits, or files of which git knows nothing. */
export interface Origin {
  readonly commit: string | null
  readonly dirty: boolean
}

const COMMON: BuildOptions = {
  // What is linked into a tree, as where a change is checked, is bundled as if it stood there.
  preserveSymlinks: true,
  bundle: true,
  format: 'esm',
  logLevel: 'warning',
  // Or esbuild would look where NODE_PATH of the moment says.
  nodePaths: [],
}

const PROGRAM: BuildOptions = {
  ...COMMON,
  platform: 'node',
  target: 'node24',
  outExtension: { '.js': '.mjs' },
  plugins: [lazyBuiltins],
  // CommonJS packages inside an ES bundle ask for `require`.
  banner: {
    js: "const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);",
  },
  legalComments: 'none',
}

/** `origin`: what `root` is known to be; without it git is asked, before and after, since somebody may be editing. */
export async function bundle(root: string, destination: string, origin?: Origin): Promise<void> {
  const building = `${destination}.building`
  await rm(building, { recursive: true, force: true })
  const before = origin ?? (await askOrigin(root))
  await buildPrograms(root, building)
  const after = origin ?? (await askOrigin(root))
  await writeManifest(root, building, {
    commit: before.commit,
    dirty: before.dirty || !isDeepStrictEqual(before, after),
  })
  await replaceFolder(building, destination)
}

async function askOrigin(root: string): Promise<Origin> {
  // A build must not fail for want of git: then its content alone names it.
  const source = await observeSource(root).catch(() => undefined)
  return { commit: source?.commit ?? null, dirty: (source?.edits.length ?? 0) > 0 }
}

async function buildPrograms(root: string, building: string): Promise<void> {
  // Paths in the output are relative to the root: the same sources give the same bytes in any folder.
  const place = { absWorkingDir: root }
  await mkdir(building, { recursive: true })
  const parts = [
    build({
      ...PROGRAM,
      ...place,
      entryPoints: {
        server: join(root, 'src/server/loader-main.ts'),
        watchdog: join(root, 'src/watchdog/starter-main.ts'),
        guard: join(root, 'src/watchdog/main.ts'),
        'safe-mode': join(root, 'src/watchdog/safe-mode-main.ts'),
        binder: join(root, 'src/host/binder/main.ts'),
        hook: join(root, 'src/hook/main.ts'),
        bridge: join(root, 'src/server/bridge/main.ts'),
        forward: join(root, 'src/hook/forward-main.ts'),
        outbound: join(root, 'src/server/outbound/main.ts'),
        'demo-agent': join(root, 'src/demo-agent/main.ts'),
        sandbox: join(root, 'src/server/sandbox/main.ts'),
        porter: join(root, 'src/porter/main.ts'),
        mcp: join(root, 'src/mcp/main.ts'),
        'git-remote': join(root, 'src/mcp/git-remote/main.ts'),
        rehearse: join(root, 'src/host/rehearsal/main.ts'),
        'rehearsal-inside': join(root, 'src/host/rehearsal/inside-main.ts'),
        'rehearsal-browser': join(root, 'src/host/rehearsal/browser/inside-main.ts'),
        builder: join(root, 'src/host/builder/main.ts'),
      },
      outdir: building,
    }),
    buildServer(root, join(building, 'server.cjs')),
    // One file: a verb's part of it runs only when it is called, and finding twenty small ones took longer than reading it.
    build({
      ...PROGRAM,
      ...place,
      entryPoints: { main: join(root, 'src/cli/main.ts') },
      outdir: join(building, 'cli'),
      plugins: [lazyBuiltins, zodApart],
      external: ['./zod.cjs'],
    }),
    build({
      ...COMMON,
      ...place,
      entryPoints: { zod: 'zod' },
      outdir: join(building, 'cli'),
      platform: 'node',
      target: 'node24',
      format: 'cjs',
      outExtension: { '.js': '.cjs' },
      legalComments: 'none',
    }),
    buildPage(join(root, 'src/web'), join(building, 'web')),
    cp(join(root, 'src/roles'), join(building, 'roles'), { recursive: true }),
    cp(join(root, 'examples'), join(building, 'examples'), { recursive: true }),
    cp(join(root, 'docs/changing-code.md'), join(building, 'changing-code.md')),
    writeFile(join(building, 'cli.mjs'), CLI_ENTRY),
  ]
  // One that fails waits for the others: nothing of a failed build goes on in a folder that may be gone.
  await Promise.allSettled(parts)
  await Promise.all(parts)
  await packFrontEnd(building)
}

/** The program that `server.mjs` loads (decision 181): one function, whose head stands on the first line so that numbers of lines stay true. */
async function buildServer(root: string, path: string): Promise<void> {
  await build({
    ...PROGRAM,
    absWorkingDir: root,
    entryPoints: [join(root, 'src/server/main.ts')],
    outfile: path,
    format: 'cjs',
    plugins: [lazyBuiltins, noDeprecations],
    define: { 'import.meta.dirname': '__dirname' },
    banner: { js: '(function (module, exports, require, __dirname) {' },
    footer: { js: '})' },
  })
  await writeFile(path, escapeNonAscii(await readFile(path, 'utf8')))
}

/**
 * V8 keeps a text that is not all ASCII as two bytes a character: 12 MB instead of 6. esbuild escapes strings and names by itself; comments,
 * regular expressions and the raw text of templates are left, and only in the last does an escape mean something else.
 */
function escapeNonAscii(code: string): string {
  const raw = /\braw`[^`]*[^\0-\x7f][^`]*`/.exec(code)
  if (raw) throw new Error(`this text has to be written with escapes: ${raw[0].slice(0, 100)}`)
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Apart from whatever this process runs in: the same sources make the same page, also under a test. */
async function buildPage(sources: string, destination: string): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'production' }
  const args = [join(import.meta.dirname, 'build-page.ts'), sources, destination]
  await promisify(execFile)(process.execPath, args, { env })
}

/** Node caches compiled code only for modules loaded after this call, so the program itself is a second file. */
const CLI_ENTRY = `process.getBuiltinModule('node:module').enableCompileCache(import.meta.dirname + '/.compile-cache')
await import('./cli/main.mjs')
`

/** Nobody serves from this copy, so that what happens to the files in use does not happen to it. */
async function packFrontEnd(folder: string): Promise<void> {
  const packed: Record<string, string> = {}
  for (const name of await listFiles(folder))
    if (name.startsWith('web/')) packed[name] = await readFile(join(folder, name), 'base64')
  await writeFile(join(folder, 'web.copy'), JSON.stringify(packed))
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted()
}

async function writeManifest(root: string, folder: string, origin: Origin): Promise<void> {
  const files: Record<string, string> = {}
  for (const name of await listFiles(folder))
    files[name] = createHash('sha256')
      .update(await readFile(join(folder, name)))
      .digest('hex')
  const hash = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12)
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const schema = { reads: await schemaRange(join(root, 'src/adapters/store/migrations')) }
  const manifest = { id: `${nameOf(origin)}-${hash}`, version, ...origin, schema, files }
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
}

/** The data that this code can work with, from 0 (none yet) to its newest migration; each file begins with its number. */
async function schemaRange(folder: string): Promise<[oldest: number, newest: number]> {
  const numbers = (await readdir(folder)).map((name) => Number.parseInt(name, 10)).filter(Number.isInteger)
  return [0, Math.max(0, ...numbers)]
}

/** A build with edits in it is never named as if it were the commit. */
function nameOf({ commit, dirty }: Origin): string {
  return `${commit?.slice(0, 12) ?? 'nogit'}${dirty ? '-dirty' : ''}`
}

/** A running server keeps what it has loaded; the next start finds either the old build or the new one. */
async function replaceFolder(from: string, to: string): Promise<void> {
  const old = `${to}.old`
  await rm(old, { recursive: true, force: true })
  await rename(to, old).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  })
  await rename(from, to)
  await rm(old, { recursive: true, force: true })
}
