/** The monitor: contract checks on a schedule, with history, metrics, pages and notifications. */

export {
  type MonitorConfiguration,
  readMonitorConfiguration,
} from './configuration/monitor-configuration.ts';
export {
  parseDatabaseUrl,
  readPlace,
  readServiceSettings,
  type ServiceSettings,
} from './configuration/service-settings.ts';
export { allowHeapGrowth } from './heap-growth.ts';
export { HistoryError, HistorySettingsError } from './history/driver.ts';
export { readableLog } from './log.ts';
export { type Monitor, type MonitorOptions, startMonitor } from './monitor.ts';
export { testSentence } from './notifications/test-channels.ts';
export { copyEmbeddedHistory } from './open.ts';
export { tryNotifications } from './try-notifications.ts';
