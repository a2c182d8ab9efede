import { z } from 'zod'
import {
  codeBody,
  correctAddressBody,
  currentUser,
  deleteAccountBody,
  endedSessions,
  googleTokenBody,
  okAnswer,
  profileUpdateBody,
  recoveryCodes,
  session,
  signInLinkBody,
  signInLinkSent,
  simpleSignupAnswer,
  simpleSignupBody,
  twoFactorSetup,
  twoFactorState,
} from '../accounts.ts'
import { accessToken, createdToken, createTokenBody } from '../api-access.ts'
import { appInfo } from '../app.ts'
import { emailAddress, line, opaque } from '../text.ts'
import { endpoint, noBody, page, redirect } from './endpoint.ts'

const linkToken = opaque(200).default('')

export const accountEndpoints = {
  app: endpoint({
    permission: 'anyone',
    summary: 'How this server runs, and which ways to sign in it offers',
    answer: appInfo,
  }),
  simpleSignup: endpoint({
    permission: 'public',
    summary:
      'Create an account and a session, and email a link that confirms the address; a known one gets only a sign-in link',
    body: simpleSignupBody,
    answers: { 200: simpleSignupAnswer, 202: signInLinkSent },
    refusals: [403, 503],
  }),
  signInLink: endpoint({
    permission: 'public',
    summary: "Email a sign-in link if the address has an account; the answer is the same if it doesn't",
    body: signInLinkBody,
    answers: { 202: signInLinkSent },
    refusals: [403],
  }),
  correctAddress: endpoint({
    permission: 'session:own',
    summary: 'Correct the address of your account while it is unconfirmed, and email a link to the new one',
    body: correctAddressBody,
    answer: okAnswer,
    refusals: [409],
  }),
  mailedLink: endpoint({
    permission: 'public',
    summary:
      "Open a sign-in link from an email: a page with a button that signs in, or one that says why it can't",
    query: z.object({ token: linkToken }),
    answers: { 200: page, 302: redirect, 410: page, 429: page },
  }),
  useMailedLink: endpoint({
    permission: 'public',
    summary:
      'Sign in with an emailed link, once; a different browser than the one that asked sends its address too',
    body: z.object({ token: linkToken, email: line(254).optional() }),
    answers: { 303: redirect, 410: page, 422: page, 429: page },
    refusals: [403],
  }),
  newMailedLink: endpoint({
    permission: 'public',
    summary: 'Email a new sign-in link; the page is the same for any address',
    body: z.object({ email: line(254) }),
    answers: { 202: page, 422: page, 429: page },
    refusals: [403],
  }),
  login: endpoint({
    permission: 'public',
    summary: 'Start signing in: redirects to the identity provider, in the sandbox to its account chooser',
    query: z.object({
      returnTo: opaque(2000).optional(),
      /** who is preselected in the sandbox's account chooser; not sent to a real provider */
      person: emailAddress().optional(),
    }),
    answers: { 302: redirect },
    refusals: [503],
  }),
  loginCallback: endpoint({
    permission: 'public',
    summary: 'Where the identity provider sends the browser back to',
    params: z.object({ provider: opaque(40) }),
    answers: { 302: redirect },
  }),
  googleToken: endpoint({
    permission: 'public',
    summary: 'Sign in with a Google Identity credential; each one works once',
    body: googleTokenBody,
    answer: simpleSignupAnswer,
    refusals: [401, 403, 503],
  }),
  sync: endpoint({
    permission: 'public',
    summary: 'Create a session from the Firebase ID token in Authorization, after signing in on the client',
    body: z.object({
      firebaseUid: opaque(128),
      email: emailAddress(),
      displayName: line(200).nullish(),
      photoURL: opaque(2000).nullish(),
    }),
    answer: currentUser,
    refusals: [401, 403, 503],
  }),
  user: endpoint({
    permission: 'session:own',
    summary: 'Get the signed-in user',
    answer: currentUser,
  }),
  logout: endpoint({
    permission: 'public',
    summary: 'End the session and go to /',
    answers: { 302: redirect },
  }),
  logoutCall: endpoint({
    permission: 'public',
    summary: 'End the session, if there is one',
    body: noBody,
    answer: okAnswer,
    refusals: [403],
  }),
  sessions: endpoint({
    permission: 'session:own',
    summary: 'List your sessions, last used first',
    answer: z.array(session),
  }),
  endSession: endpoint({
    permission: 'session:own',
    summary: 'End one of your sessions',
    params: z.object({ id: opaque(100) }),
    answer: okAnswer,
    refusals: [404],
  }),
  endOtherSessions: endpoint({
    permission: 'session:own',
    summary: 'End all of your sessions except this one',
    body: noBody,
    answer: endedSessions,
  }),
  twoFactor: endpoint({
    permission: 'session:own',
    summary: 'Whether two-step verification is on, required and done in this session',
    answer: twoFactorState,
  }),
  twoFactorSetup: endpoint({
    permission: 'session:own',
    summary: 'Get a secret for an authenticator app; it takes effect once its first code is confirmed',
    answer: twoFactorSetup,
    refusals: [409, 422],
  }),
  twoFactorConfirm: endpoint({
    permission: 'session:own',
    summary: 'Turn on two-step verification with the first code, end other sessions and get recovery codes',
    body: codeBody,
    answer: recoveryCodes,
    refusals: [409],
  }),
  twoFactorVerify: endpoint({
    permission: 'session:own',
    summary: 'Finish signing in with a code from the app or a recovery code; each works once',
    body: codeBody,
    answer: okAnswer,
    refusals: [409],
  }),
  twoFactorCodes: endpoint({
    permission: 'session:own',
    summary: 'Replace all recovery codes',
    body: codeBody,
    answer: recoveryCodes,
    refusals: [409],
  }),
  twoFactorOff: endpoint({
    permission: 'session:own',
    summary: 'Turn off two-step verification, unless it is required',
    body: codeBody,
    answer: okAnswer,
    refusals: [409],
  }),
  accessTokens: endpoint({
    permission: 'profile:own',
    summary: 'List your access tokens, newest first',
    answer: z.array(accessToken),
  }),
  createAccessToken: endpoint({
    permission: 'profile:own',
    summary: 'Create an access token for the API; its secret is in this answer only',
    body: createTokenBody,
    answer: createdToken,
    refusals: [409],
  }),
  revokeAccessToken: endpoint({
    permission: 'profile:own',
    summary: 'Revoke one of your access tokens; requests with it are refused right away',
    params: z.object({ tokenId: z.uuid() }),
    answer: okAnswer,
    refusals: [404],
  }),
  profileUpdate: endpoint({
    permission: 'profile:own',
    summary: 'Change the given fields of your profile; equipment and socialLinks are JSON arrays as text',
    body: profileUpdateBody,
    answer: currentUser,
  }),
  exportData: endpoint({
    permission: 'profile:own',
    summary: 'Download everything kept about you, as a ZIP archive of JSON files',
    produces: 'application/zip',
  }),
  deleteAccount: endpoint({
    permission: 'profile:own',
    summary: 'Delete your account and its videos; type the address to confirm',
    body: deleteAccountBody,
    answer: okAnswer,
    refusals: [409],
  }),
}
