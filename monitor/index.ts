/** The monitor: contract checks on a schedule, with history, metrics, pages and notifications. */

export {
  type MonitorConfiguration,
  readMonitorConfiguration,
} from './configuration/monitor-configuration.ts';
export { parseDatabaseUrl } from './configuration/service-parsers.ts';
export { readPlace, readServiceSettings, type ServiceSettings } from './configuration/service-settings.ts';
export { copyEmbeddedHistory } from './copy-embedded-history.ts';
export { HistoryError, HistorySettingsError } from './history/driver.ts';
export { readableLog } from './log-lines.ts';
export { type Monitor, type MonitorOptions, startMonitor } from './monitor.ts';
export { testSentence } from './notifications/test-channels.ts';
export { tryNotifications } from './try-notifications.ts';
