/** The monitor: contract checks on a schedule, with history, metrics, pages and notifications. */
export { readServiceSettings, type ServiceSettings } from './environment.ts';
export { HistoryError } from './history/driver.ts';
export { type Monitor, type MonitorOptions, startMonitor } from './monitor.ts';
export { type MonitorConfiguration, readMonitorConfiguration } from './settings.ts';
