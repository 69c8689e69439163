import { openLogin } from '../../host/start/open-login.ts'
import { connect } from '../connect.ts'
import type { RunVerb } from '../verb.ts'

export const open: RunVerb = async ({ environment, options, json }) => {
  const link = await connect(environment).call('POST /api/login-links')
  if (options['open'] !== false && !json && environment.hasScreen) openLogin(environment.home, link.url)
  return { json: link, text: link.url }
}
