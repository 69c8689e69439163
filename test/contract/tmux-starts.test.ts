// How programs get into the real tmux, and what health says of it.
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { array, constantFrom, sample, string } from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { makeTmuxProbe } from '../../src/adapters/tmux/tmux-probe.ts'
import { makeFakeClock } from '../fixtures/fake-clock.ts'
import { tellsItsStart, waits } from '../fixtures/terminal-programs.ts'
import { makeTmuxUnderTest, openIn as open } from '../fixtures/tmux-under-test.ts'
import { listen, readLines, seePanes } from './terminals-contract.ts'

describe('health', () => {
  test('[H8] tells a tmux that is there from one that answers', async () => {
    await using under = await makeTmuxUnderTest()
    const clock = makeFakeClock()
    const probe = makeTmuxProbe(clock, under.terminals)
    const well = { status: 'healthy', detail: expect.stringMatching(/^tmux \d/) }
    expect(await probe()).toEqual(well)
    await open(under, waits.command)
    expect(await probe()).toEqual(well)
    process.kill(await under.serverPid(), 'SIGSTOP')
    expect(await probe()).toEqual({ status: 'unhealthy', detail: expect.stringContaining('gives no answer') })
    process.kill(await under.serverPid(), 'SIGCONT')
    await expect.poll(probe).toEqual(well)
  })
})

describe('a start', () => {
  test('[A4] takes any words for words', async () => {
    await using under = await makeTmuxUnderTest()
    using news = listen(under.terminals)
    const alphabet = constantFrom(
      ...Array.from(' ;\\"\'`$#%~{}[]()!&|<>*?=-_\n\r\t\u0001\u001b\u007fäß日🎉abc'),
    )
    const words = array(string({ unit: alphabet, maxLength: 12 }), { minLength: 300, maxLength: 300 })
    for (const args of sample(words, 4)) {
      const { id } = await open(under, tellsItsStart(...args).command)
      await vi.waitFor(() => expect(news.text(id)).toMatch(/\}\s+$/), { timeout: 20_000 })
      expect(JSON.parse(news.text(id))).toMatchObject({ args })
    }
  })

  test('[A4] runs a program whose name has an equals sign', async () => {
    await using under = await makeTmuxUnderTest()
    const program = join(under.folder, 'a=b')
    await symlink('/bin/echo', program)
    const { id } = await open(under, [program, 'it', 'ran'])
    await expect.poll(() => readLines(under, id)).toContain('it ran')
  })

  test('[A4] in a folder that is not there, or with what can not be said, is refused', async () => {
    await using under = await makeTmuxUnderTest()
    const refused = { code: 'TERMINAL_REFUSED' }
    await expect(open({ ...under, folder: join(under.folder, 'no') }, waits.command)).rejects.toMatchObject(
      refused,
    )
    await expect(open(under, ['/bin/echo', 'a\0b'])).rejects.toMatchObject(refused)
    expect(await seePanes(under)).toEqual([])
  })
})
