/* A page whose list has pictures, and nothing else that moves: problems, the games. */
import { watchMinis } from '../widgets/minis.js';

watchMinis();
