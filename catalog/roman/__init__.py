"""Fu Xueliang, Yang Yuansheng, Jiang Baoqi: Roman domination in regular graphs."""
