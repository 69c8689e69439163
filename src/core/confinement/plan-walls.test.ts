import { expect, test } from 'vitest'
import { layerWalls } from './layer-walls.ts'
import { planWalls, type WallFacts } from './plan-walls.ts'
import type { Mount } from './wall.ts'

const FACTS: WallFacts = {
  homes: ['/people/olga'],
  cmuxHome: '/people/olga/.cmux',
  agentHome: '/people/olga/.cmux/agents/anna',
  folder: '/people/olga/.cmux/workspaces/site/anna',
  borrowed: ['/people/olga/site/.git/objects'],
  steering: [],
  project: 'site',
  programs: '/people/olga/.cmux/programs',
  tools: [],
  searchPath: ['/usr/bin', '/people/olga/bin'],
  named: [],
  runtime: [],
  extra: { writable: [], readable: [], hidden: [] },
}

const there = (path: string) => ({ path, source: path, isFolder: true })

/** As if all of it were there, and no links. */
function seenAt(path: string, change: Partial<WallFacts> = {}): string {
  const mounts = planWalls({ ...FACTS, ...change }).flatMap((wall): Mount[] => {
    if (wall.kind === 'programs') return [{ ...there(wall.path), kind: 'readable' }]
    if (wall.kind !== 'hidden' && wall.kind !== 'readable' && wall.kind !== 'writable') return []
    return [{ ...there(wall.path), kind: wall.kind, ...('pinned' in wall && { isPinned: true as const }) }]
  })
  const holds = layerWalls(mounts).findLast(
    (mount) => path === mount.path || path.startsWith(mount.path === '/' ? '/' : `${mount.path}/`),
  )
  return holds?.kind ?? 'nothing'
}

test.each([
  ['/usr/lib/x', 'readable'],
  ['/nix/store/x', 'readable'],
  ['/nix/var/nix/daemon-socket/socket', 'nothing'],
  ['/etc/ssl/certs/x', 'readable'],
  ['/etc/ssl/private/key', 'hidden'],
  ['/etc/shadow', 'nothing'],
  ['/etc/cron.d/x', 'nothing'],
  ['/srv/x', 'nothing'],
  ['/mnt/x', 'nothing'],
  ['/opt/x', 'nothing'],
  ['/var/log/x', 'nothing'],
  ['/people/bob/x', 'nothing'],
  ['/people/olga/site/a.txt', 'hidden'],
  ['/people/olga/site/.git/objects/ab', 'readable'],
  ['/people/olga/.ssh/id', 'hidden'],
  ['/people/olga/.nvm/versions', 'readable'],
  ['/people/olga/bin/tool', 'readable'],
  ['/people/olga/.cmux/tokens/owner', 'hidden'],
  ['/people/olga/.cmux/cmux.db', 'hidden'],
  ['/people/olga/.cmux/agents/bert/token', 'hidden'],
  ['/people/olga/.cmux/agents/anna/token', 'readable'],
  ['/people/olga/.cmux/workspaces/site/anna/a.txt', 'writable'],
  ['/people/olga/.cmux/workspaces/site/bert/a.txt', 'hidden'],
  ['/people/olga/.cmux/journal/site/today', 'readable'],
  ['/people/olga/.cmux/journal/other/today', 'hidden'],
  ['/people/olga/.cmux/releases/r1/hook.mjs', 'readable'],
  ['/tmp/tmux-0/cmux', 'hidden'],
  ['/run/dbus', 'hidden'],
])('[O6] an agent finds %s %s', (path, kind) => {
  expect(seenAt(path)).toBe(kind)
})

test('[O6] who works in the home itself still sees no secrets and nothing of cmux', () => {
  const change = { folder: '/people/olga' }
  const seen = ['a.txt', '.ssh/id', '.cmux/tokens/owner', '.config/gh/hosts.yml']
  expect(seen.map((name) => seenAt(`/people/olga/${name}`, change))).toEqual([
    'writable',
    'hidden',
    'hidden',
    'hidden',
  ])
})

test('[O6] settings open and hide further places, under the home by ~', () => {
  const extra = {
    writable: ['~/.cache/pip'],
    readable: ['/people/olga/docs'],
    hidden: ['~/docs/private', '/usr/src'],
  }
  const seen = ['.cache/pip/x', 'docs/x', 'docs/private/x'].map((name) => `/people/olga/${name}`)
  expect([...seen, '/usr/src/x'].map((path) => seenAt(path, { extra }))).toEqual([
    'writable',
    'readable',
    'hidden',
    'hidden',
  ])
})

test('[O6] a person who opens /etc or all of the disk opens no passwords, no keys and no other home with it', () => {
  const files = ['shadow', 'ssh/key', 'ssl/private/key', 'sudoers'].map((name) => `/etc/${name}`)
  const secrets = [...files, ...['/home', '/root'].map((home) => `${home}/x`)]
  for (const readable of [['/etc'], ['/']])
    for (const path of secrets)
      expect(seenAt(path, { extra: { ...FACTS.extra, readable } })).not.toBe('readable')
  expect(seenAt('/srv/x', { extra: { ...FACTS.extra, readable: ['/'] } })).toBe('readable')
})

test('[O6] a folder on the PATH that is the home itself does not open it', () => {
  expect(seenAt('/people/olga/letters', { searchPath: ['/people/olga'] })).toBe('hidden')
})
