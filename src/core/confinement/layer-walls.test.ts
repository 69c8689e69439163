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
    [mount('writable', '/a/b'), mount('readable', '/a')],
    ['readable /a', 'writable /a/b'],
  ],
  ['the root is empty: what can be read is shown', [mount('readable', '/usr')], ['readable /usr']],
  ['and what is hidden there is not there', [mount('hidden', '/srv')], []],
  [
    'unless it is pinned: then it is an empty place',
    [{ ...mount('hidden', '/tmp'), isPinned: true }],
    ['hidden /tmp'],
  ],
  [
    'what can be read anyway is not shown again',
    [mount('readable', '/usr'), mount('readable', '/usr/bin')],
    ['readable /usr'],
  ],
  [
    'where the root itself is shown, so is all that is in it',
    [mount('readable', '/'), mount('readable', '/usr'), mount('hidden', '/srv')],
    ['readable /', 'hidden /srv'],
  ],
  [
    'what is hidden in a hidden place needs none either',
    [mount('readable', '/'), mount('hidden', '/a'), mount('hidden', '/a/b')],
    ['readable /', 'hidden /a'],
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
    [mount('readable', '/a'), mount('readable', '/a-b')],
    ['readable /a', 'readable /a-b'],
  ],
  [
    'a link that can be seen is not made again',
    [mount('readable', '/a'), mount('link', '/a/b', '../c')],
    ['readable /a'],
  ],
  ['a hidden link is', [mount('link', '/a/b', '../c')], ['link /a/b']],
])('[O6] %s', (_, mounts, built) => {
  expect(layerWalls(mounts).map(({ kind, path }) => `${kind} ${path}`)).toEqual(built)
})
