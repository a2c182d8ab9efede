export const texts = {
  page: {
    setup: 'Set up two-step verification',
    missing: 'Two-step verification',
    whySetup: 'Staff accounts need two-step verification. Set it up to continue.',
    whyMissing: 'Enter the code from your authenticator app, or one of your recovery codes.',
  },
  code: {
    label: 'Code',
    hint: 'Six digits, or a recovery code. Each works once.',
    appHint: 'The six digits your app shows now.',
    submit: 'Confirm',
    submitting: 'Confirming...',
    failed: "Couldn't check the code. Please try again.",
  },
  setup: {
    begin: 'Set up',
    beginning: 'Setting up...',
    failed: "Couldn't set up two-step verification. Please try again.",
    add: 'Scan this code with your authenticator app, or enter the key by hand. Then enter the code the app shows.',
    picture: 'QR code with the key, for an authenticator app on another device',
    secret: 'Key',
    open: 'Open in an authenticator app on this device',
    copy: 'Copy key',
    copied: 'Copied',
  },
  codes: {
    title: 'Your recovery codes',
    explain:
      "Each code works once in place of the app, in case you lose it. Save them somewhere safe: we won't show them again.",
    copy: 'Copy codes',
    copied: 'Copied',
    done: "I've saved them",
  },
} as const
