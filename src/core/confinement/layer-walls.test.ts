import { expect, test } from 'vitest'
import { layerWalls } from './layer-walls.ts'
import type { Mount } from './wall.ts'

const mount = (kind: Mount['kind'], path: string, source = path): Mount => ({
  kind,
  path,
  source,
  isFolder: true,
})

test.each<[string, Mount[], string[]]>([
  [
    'the outer ones come first',
    [mount('writable', '/a/b'), mount('hidden', '/a')],
    ['hidden /a', 'writable /a/b'],
  ],
  ['what can be read anyway needs no wall', [mount('readable', '/usr/bin')], []],
  [
    'what is hidden in a hidden place needs none either',
    [mount('hidden', '/a'), mount('hidden', '/a/b')],
    ['hidden /a'],
  ],
  [
    'a secret in an open place stays hidden',
    [mount('writable', '/a'), mount('hidden', '/a/b')],
    ['writable /a', 'hidden /a/b'],
  ],
  ['of the same path the last one holds', [mount('hidden', '/a'), mount('writable', '/a')], ['writable /a']],
  [
    'another thing in the same place is built',
    [mount('writable', '/a'), mount('writable', '/a/b', '/c')],
    ['writable /a', 'writable /a/b'],
  ],
  [
    'what a folder from elsewhere brings along is not built twice',
    [mount('writable', '/a', '/c'), mount('writable', '/a/b', '/c/b')],
    ['writable /a'],
  ],
  [
    'what is pinned is built all the same',
    [mount('writable', '/a'), { ...mount('writable', '/a/b'), isPinned: true }],
    ['writable /a', 'writable /a/b'],
  ],
  [
    'a name that only begins alike is not inside',
    [mount('hidden', '/a'), mount('hidden', '/a-b')],
    ['hidden /a', 'hidden /a-b'],
  ],
  ['a link that can be seen is not made again', [mount('link', '/a/b', '../c')], []],
  ['a hidden link is', [mount('hidden', '/a'), mount('link', '/a/b', '../c')], ['hidden /a', 'link /a/b']],
])('[O6] %s', (_, mounts, built) => {
  expect(layerWalls(mounts).map(({ kind, path }) => `${kind} ${path}`)).toEqual(built)
})
