import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bareEnvironment } from '../fixtures/bare-environment.ts'
import { openReleaseBench, readManifest } from '../fixtures/release-bench.ts'

test('[P5] a build that has to install everything gives the same release', async () => {
  using bench = await openReleaseBench()
  const { checkout, clean } = bench
  const home = join(checkout.folder, 'bare')
  const env = { ...bareEnvironment(home), npm_config_cache: join(checkout.folder, 'npm-cache') }
  const result = await checkout.runWith(env, 'release', 'build', '--home', home)
  expect(result).toMatchObject({ code: 0, stderr: expect.stringContaining('installing the dependencies') })
  expect(readManifest(join(home, 'releases', result.stdout.trim()))).toBe(clean)
})
