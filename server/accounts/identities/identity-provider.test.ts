import { expect, test } from 'vitest'
import { chooseProvider, widgetOf } from './identity-provider.ts'

const sandbox = { oidcIssuer: 'http://127.0.0.1:4000', clientId: 'c', clientSecret: 's' }
const google = { clientId: 'id.apps.googleusercontent.com', clientSecret: 's' }
const oidc = { issuer: 'https://id.example', clientId: 'c', clientSecret: 's' }

test("Google's own button when a Google client is configured, whatever else is", () => {
  const widget = widgetOf(chooseProvider({ google, oidc }, sandbox))
  expect(widget).toEqual({
    clientId: google.clientId,
    script: 'https://accounts.google.com/gsi/client',
    source: {
      script: 'https://accounts.google.com/gsi/client',
      style: 'https://accounts.google.com/gsi/style',
      connect: 'https://accounts.google.com/gsi/',
      frame: 'https://accounts.google.com/gsi/',
      opensWindow: true,
      needsOrigin: true,
    },
  })
})

test("the sandbox's when nothing is configured; none for another provider or without a provider", () => {
  const none = { google: undefined, oidc: undefined }
  expect(widgetOf(chooseProvider(none, sandbox))).toMatchObject({
    clientId: 'c',
    script: 'http://127.0.0.1:4000/gsi/client',
    source: { needsOrigin: false },
  })
  expect(widgetOf(chooseProvider({ google: undefined, oidc }, sandbox))).toBeNull()
  expect(widgetOf(chooseProvider(none, null))).toBeNull()
})
