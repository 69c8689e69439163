// The secrets that this server knows, and the mask that finds them: files under `secrets/`, and variables of its environment whose
// names say so. Their values need not have a form that anybody would recognise. Tokens of cmux have one.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { makeSecretReader, type ReadSecret } from '../adapters/notify/read-secret.ts'
import { makeMask, type Mask } from '../lib/mask.ts'
import { namesSecret } from '../lib/names-secret.ts'

export interface Secrets {
  readonly readSecret: ReadSecret
  readonly mask: Mask
}

interface SecretPlaces {
  readonly home: string
  readonly environment: Readonly<Record<string, string>>
}

/** Shorter values of variables are often words, such as `development`. */
const VARIABLE_MIN_CHARS = 12

export async function openSecrets({ home, environment }: SecretPlaces): Promise<Secrets> {
  const folder = join(home, 'secrets')
  const known = new Set(
    Object.entries(environment).flatMap(([name, value]) =>
      namesSecret(name) && value.length >= VARIABLE_MIN_CHARS && !value.startsWith('/') ? [value] : [],
    ),
  )
  const read = makeSecretReader(folder)
  const readSecret: ReadSecret = async (name) => {
    const secret = await read(name)
    known.add(secret)
    return secret
  }
  // A file that can't be used now becomes known when it is: whoever uses it is told what is wrong with it.
  await Promise.allSettled((await readdir(folder)).map(readSecret))
  return { readSecret, mask: makeMask(() => known) }
}
