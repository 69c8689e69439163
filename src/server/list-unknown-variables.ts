// Variables of the environment that look like settings of cmux and are none: a typing error would otherwise change nothing,
// without a word. Pure.

/** Read by other programs of cmux, by agents, or by the tests. */
const OTHERS =
  /^CMUX_(?:HOME|URL|TOKEN_FILE|PORT|CHECKOUT|NODE|DATA|REHEARSING|SERVICE|CHECK|AGENT|AGENT_NAME|PROJECT|HOOK_WAIT_SEC|(?:DEMO|TEST|MUTANT)_.*)$/

export function listUnknownVariables(
  names: readonly string[],
  settings: ReadonlyMap<string, unknown>,
): string[] {
  return names.filter((name) => name.startsWith('CMUX_') && !settings.has(name) && !OTHERS.test(name))
}
