// How a version of a service is called between us and its porter.
import type { WardVersion } from '../../protocol/wards/ward.ts'

export const keyOf = ({ commit, serial }: WardVersion): string => `${commit}#${serial}`

export const commitOf = (key: string): string => key.slice(0, key.indexOf('#'))
