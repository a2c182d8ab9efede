export const texts = {
  page: {
    setup: 'Set up your second factor',
    missing: 'Second factor',
    whySetup: 'Staff sign in with a second factor. Set one up to go on.',
    whyMissing: 'Enter the code that your authenticator app shows, or one of your recovery codes.',
  },
  code: {
    label: 'Code',
    hint: 'Six digits, or a recovery code. Each works once.',
    appHint: 'The six digits that the app shows now.',
    submit: 'Confirm',
    submitting: 'Confirming...',
    failed: 'The code could not be checked. Please try again.',
  },
  setup: {
    begin: 'Set up',
    beginning: 'Setting up...',
    failed: 'The second factor could not be set up. Please try again.',
    add: 'Scan this code with your authenticator app, or add the key to it by hand. Then enter the code that the app shows.',
    picture: 'QR picture of the key, for an authenticator app on another device',
    secret: 'Key',
    open: 'Open in an authenticator app on this device',
    copy: 'Copy key',
    copied: 'Copied',
  },
  codes: {
    title: 'Your recovery codes',
    explain:
      'Each takes the place of the app once, should you lose it. Keep them where only you find them: they are shown this once.',
    copy: 'Copy codes',
    copied: 'Copied',
    done: 'I have kept them',
  },
} as const
