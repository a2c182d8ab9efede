import type { Rolldown } from 'vite'

/**
 * Which modules share a file. Without groups a page comes in dozens of small files, and each costs half a kilobyte of
 * headers. A group holds what the same pages need, so that hardly any page loads what it doesn't run; the sizes are
 * checked by test/checks/byte-budgets.test.ts and test/e2e/videos/bytes-before-play.spec.ts.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  {
    // What every page needs.
    name: 'core',
    // What only some screens need comes with them.
    test: /\/(web\/lib\/(?!(bytes|countries|draft|format-ago|units|calls\/pages|fields|load-script|session\/google-widget|shared-files|single-keys|theme|use-draft|use-settled|when-settled)\.ts)|web\/ui\/(alert|button|spinner|inputs\/field|brand-mark|mailbox-link|page-title|skip-link|footer|contours\/contours|part\/part|icons\/icon)\.tsx?$|texts\/[\w-]+\/lib\/|web\/entities\/highlight\/timeline\/|contract\/(?!(accounts|api-constants|clean-text|text|chapters\/names|rejections|mail|notifications|video-statuses|evidence|thumbnails|clips|gauges\/gauges|gauges\/themes|sharing\/reasons|telemetry|ride-data|money\/(constants|countries|tax-forms)|publishing\/constants|publishing\/choices)\.ts|platforms\/|reels\/)|node_modules\/(react|react-dom|scheduler|@tanstack|wouter|regexparam|use-sync-external-store)\/)/,
  },
  {
    // Tabs, without what floats: pages that show them need no menus and dialogs for it.
    name: 'controls',
    test: /node_modules\/(@radix-ui\/(primitive|react-(collection|compose-refs|context|direction|id|presence|primitive|roving-focus|slot|tabs|use-callback-ref|use-controllable-state|use-effect-event|use-layout-effect))|radix-ui\/dist\/tabs)[./]|\/web\/ui\/tabs\./,
  },
  {
    // The player's sliders, of no use before play.
    name: 'slider',
    test: /node_modules\/(@radix-ui\/(number|react-(slider|use-previous|use-size))|radix-ui\/dist\/slider)[./]|\/web\/ui\/inputs\/slider\./,
  },
  // The ground of dialogs and menus.
  { name: 'radix', test: /node_modules\/(@radix-ui|radix-ui|@floating-ui|aria-hidden)\// },
  {
    name: 'inside',
    // What the signed-in screens share, but for what opens: menus, dialogs and tabs come with Radix.
    test: /\/(web\/(ui\/(?!inputs\/(copy-button|search-field|checkbox)|dialog|tabs|named-tabs|inputs\/slider|qr\/|toaster)|app\/shell\/(?!corner|menu-list)|entities\/(video\/(?!category-options)|highlight\/(highlights|analysis-status|rules))|features\/(accounts\/confirm-address|notifications\/(?!bell|notifications\.)|telemetry\/rules))|texts\/[\w-]+\/(ui|app\/shell|entities\/video|features\/(accounts|notifications|telemetry\/stream))\.)/,
    minShareCount: 4,
  },
  {
    // What the frame of the signed-in screens shares with some of them.
    name: 'frame',
    test: /\/icons\/(bell|circle-dollar-sign|clapperboard|gem|layout-grid|send|shield-check|upload)\.tsx$/,
  },
  {
    // What dashboards know of a running upload, without what sends it.
    name: 'sending',
    test: /\/web\/features\/upload\/transfer\/(kept-uploads|current-upload)\./,
  },
  // What the frame's corner, which comes a moment later, shares with some of them.
  {
    name: 'account',
    test: /\/web\/features\/(notifications\/notifications|accounts\/language)\.|\/contract\/accounts\./,
  },
  // What forms and questions that open share.
  { name: 'forms', test: /\/web\/ui\/(dialog-buttons|inputs\/checkbox)\./ },
  // What staff did, as several of their screens list it.
  { name: 'activity', test: /\/(web|texts\/[\w-]+)\/features\/activity[./]/ },
  // The pages about two-step verification have one as well.
  { name: 'copy', test: /\/web\/ui\/inputs\/copy-button\./ },
  // The landing page shows a ride as well, without a player.
  {
    name: 'playback',
    test: /\/(web\/(entities\/player\/((use-)?playback|page-keys)|lib\/single-keys)|texts\/[\w-]+\/entities\/player|contract\/thumbnails)\./,
  },
  {
    // A player's picture until play is pressed, as the pages of a video show it.
    name: 'watch',
    test: /\/(web\/(entities\/(player\/(lazy-player|poster-player)|clip\/clip-preview\.|video\/title-look)|features\/ride-data\/ride-data\.|pages\/video\/rules|ui\/part\/near)|texts\/[\w-]+\/entities\/clip\.)/,
  },
  {
    // What a video is and its status means, on its page and in the details on the dashboard.
    name: 'standing',
    test: /\/(web\/features\/(video-facts\/(facts|standing)|review\/send-again)|texts\/[\w-]+\/features\/(video-facts|review\/send-again)\.)/,
  },
  {
    // A video's page, the details on the dashboard and reels share it.
    name: 'sharing',
    test: /\/web\/features\/sharing\/share-(actions|video)\./,
  },
  // The editor starts an analysis as well.
  {
    name: 'start',
    test: /\/(web\/features\/analysis\/start-analysis|texts\/[\w-]+\/features\/analysis)\./,
  },
  {
    // What the analysis found, and files of telemetry for it.
    name: 'analysis',
    test: /\/(web\/features\/(analysis|telemetry)\/(?!ai-dialog|ai-workbench|pace-|place-ride|rules)|texts\/[\w-]+\/features\/telemetry\.)/,
    minShareCount: 2,
  },
  // What staff decided about a video, for the review, the editor and the schedule.
  { name: 'review', test: /\/web\/features\/review\/(calls|rules|use-decide)\./ },
  {
    // Where a video is published.
    name: 'platforms',
    test: /\/(contract\/(platforms|publishing\/constants)|web\/features\/publishing\/(platform-grid|platform-statuses|standing)|texts\/[\w-]+\/publications\.)/,
  },
]
